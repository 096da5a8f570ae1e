package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	_ "qmsat/encode/residual"             // registers residual
	_ "qmsat/encode/sat"                  // registers gini and gophersat
	_ "qmsat/native"                      // registers native
	_ "qmsat/native/classic"              // registers backtracking, norvig and pencil-and-paper
	_ "qmsat/native/frontier"             // registers frontier
	_ "qmsat/native/heuristic"            // registers annealing and others like it
	_ "qmsat/native/heuristic/projection" // registers projection
	_ "qmsat/native/logic"                // registers logic
	_ "qmsat/native/paper"                // registers paper

	"qmsat/internal/memory"
)

// repeatedSignal is how long after a signal another one is taken for the same: timeout(1) sends its signal to the process, then to
// the group of the process, and what was found must be printed in between.
const repeatedSignal = 500 * time.Millisecond

func main() {
	startCollectorLate()
	// Without this, a closed standard output would kill the process. With it the write fails, and the command ends normally.
	signal.Ignore(syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends the command's work. A later one ends the process, because the default handling is restored.
	context.AfterFunc(ctx, func() { time.AfterFunc(repeatedSignal, stop) })
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// startCollectorLate lets the garbage collector begin at a heap of 28 MiB instead of 4 MiB, because a cycle takes longer than most
// small models and than thousands of puzzles.
func startCollectorLate() {
	if os.Getenv("GOGC") == "" {
		collectLate(debug.SetGCPercent(latePercent))
	}
}

// latePercent multiplies the smallest heap that is collected, 4 MiB, by 7.
const latePercent = 700

// collectLate sets after each cycle how much garbage the next waits for: the usual percentage of what is alive, or up to 28 MiB in all.
func collectLate(usual int) {
	runtime.AddCleanup(new(streams), func(usual int) {
		late := latePercent*(4<<20)/max(memory.Alive(), 1) - 100
		debug.SetGCPercent(int(min(max(late, int64(usual)), latePercent)))
		collectLate(usual)
	}, usual)
}

// streams are the input and outputs of a command.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// note writes a line on standard error about what the output leaves out.
func (s streams) note(format string, args ...any) {
	fmt.Fprintf(s.err, "qmsat: "+format+"\n", args...)
}
