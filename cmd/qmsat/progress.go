package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows on standard error, where that is a terminal, how many puzzles are done, of how many, how fast, and how
// long it will take. step counts one puzzle; finish clears the line.
func progress(stderr io.Writer, total int) (step, finish func()) {
	file, ok := stderr.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) || total == 1 {
		return func() {}, func() {}
	}
	bar := progressbar.NewOptions(total,
		progressbar.OptionSetWriter(file),
		progressbar.OptionSetDescription("puzzles"),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
	// What the bar cannot write on standard error is lost without harm.
	return func() { _ = bar.Add(1) }, func() { _ = bar.Clear() }
}
