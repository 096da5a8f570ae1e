package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"

	"qmsat/compare/crosscheck"
	"qmsat/internal/job/cluster"
	"qmsat/internal/parallel"
	"qmsat/model/engine"
)

// bar shows on standard error, where that is a terminal, how much is done, of how much, how fast, and how long it will take. What
// cannot be written there is lost without harm.
type bar struct{ *progressbar.ProgressBar }

// newBar returns a bar of so many things, which have a name in the plural.
func newBar(stderr io.Writer, total int, things string) bar {
	return bar{progressbar.NewOptions(total,
		progressbar.OptionSetWriter(stderr),
		progressbar.OptionSetVisibility(isTerminal(stderr)),
		progressbar.OptionSetDescription(things),
		progressbar.OptionShowCount(),
		progressbar.OptionShowIts(),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

// puzzleBar returns a bar of puzzles, which does not show a single one.
func puzzleBar(stderr io.Writer, total int) bar {
	if total == 1 {
		stderr = io.Discard
	}
	return newBar(stderr, total, "puzzles")
}

func (b bar) step() { _ = b.Add(1) }

func (b bar) clear() { _ = b.Clear() }

// share shows how much is done of work that says so itself.
func (b bar) share(done, total int) {
	if b.GetMax() != total {
		b.ChangeMax(total)
	}
	_ = b.Set(done)
}

// at shows how far something has come, from 0 to 1.
func (b bar) at(text string, share float64) {
	b.Describe(text)
	const whole = 10_000
	b.share(int(share*whole), whole)
}

// count shows how far a count has come: by share of the search space, with solutions, their rate and the time left.
func (b bar) count(p parallel.Progress) {
	left := "unknown"
	if p.Left > 0 {
		left = p.Left.Round(time.Second).String()
	}
	b.at(fmt.Sprintf("%v solutions, %.0f/s, %d cubes done, %d open, about %s left", p.Count, p.Rate, p.Cubes, p.Open, left), p.Share)
}

// reached shows how far an engine says that its run has come.
func (b bar) reached(p engine.Progress) { b.at(p.Text, p.Share) }

// items shows how far a job of a cluster has come.
func (b bar) items(p cluster.Progress) {
	b.at(fmt.Sprintf("%s so far, %d records, %d items open, %d checked", p.Value, p.Records, p.Open, p.Checked), p.Share)
}

// model counts a random model, and shows what was found.
func (b bar) model(s crosscheck.Summary) {
	b.Describe(fmt.Sprintf("models (%d runs, %v solutions, %d disagreements)", s.Runs, s.Solutions, s.Claim.Disagreements))
	b.step()
}
