package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"qmsat/compare/crosscheck"
	"qmsat/model/engine/parallel"
)

// progress shows on standard error, where that is a terminal, how many puzzles are done, of how many, how fast, and how
// long it will take. step counts one puzzle; finish clears the line.
func progress(stderr io.Writer, total int) (step, finish func()) {
	if total == 1 {
		return func() {}, func() {}
	}
	bar := newBar(stderr, total, "puzzles")
	// What the bar cannot write on standard error is lost without harm.
	return func() { _ = bar.Add(1) }, func() { _ = bar.Clear() }
}

// fractionProgress shows the same of work that reports how much of it is done. finish clears the line.
func fractionProgress(stderr io.Writer, name string) (show func(done, total int), finish func()) {
	bar := newBar(stderr, 1, name)
	show = func(done, total int) {
		if bar.GetMax() != total {
			bar.ChangeMax(total)
		}
		_ = bar.Set(done)
	}
	return show, func() { _ = bar.Clear() }
}

// searchProgress shows the same of puzzles that are searched for, even of a single one, beside how far the search for the
// next has come.
func searchProgress(stderr io.Writer, total int) (step func(), show func(status string), finish func()) {
	bar := newBar(stderr, total, "puzzles")
	show = func(status string) {
		bar.Describe("puzzles (" + status + ")")
	}
	return func() { _ = bar.Add(1) }, show, func() { _ = bar.Clear() }
}

// countProgress shows how far a count has come: by share of the search space, with solutions, their rate and the time left.
// finish clears the line.
func countProgress(stderr io.Writer) (show func(parallel.Progress), finish func()) {
	const whole = 10_000
	bar := newBar(stderr, whole, "")
	show = func(p parallel.Progress) {
		left := "unknown"
		if p.Left > 0 {
			left = p.Left.Round(time.Second).String()
		}
		bar.Describe(fmt.Sprintf("%v solutions, %.0f/s, %d cubes done, %d open, about %s left", p.Count, p.Rate, p.Cubes, p.Open, left))
		_ = bar.Set(int(p.Share * whole))
	}
	return show, func() { _ = bar.Clear() }
}

// crosscheckProgress shows how many random models are done, of how many (0: no end), and what was found. finish clears the line.
func crosscheckProgress(stderr io.Writer, models uint64) (step func(crosscheck.Summary), show func(status string), finish func()) {
	total := unknownTotal
	if models > 0 {
		total = int(models)
	}
	bar := newBar(stderr, total, "models")
	step = func(s crosscheck.Summary) {
		bar.Describe(fmt.Sprintf("models (%d runs, %v solutions, %d disagreements)", s.Runs, s.Solutions, s.Claim.Disagreements))
		_ = bar.Add(1)
	}
	return step, bar.Describe, func() { _ = bar.Clear() }
}

// newBar returns a progress bar, which shows nothing where standard error is no terminal.
func newBar(stderr io.Writer, total int, name string) *progressbar.ProgressBar {
	return progressbar.NewOptions(total,
		progressbar.OptionSetWriter(stderr),
		progressbar.OptionSetVisibility(isTerminal(stderr)),
		progressbar.OptionSetDescription(name),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)
}
