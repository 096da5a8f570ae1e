package main

import (
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"

	"qmsat/cmd/internal/ask"
	"qmsat/compare/crosscheck"
	"qmsat/model/cluster"
	"qmsat/model/parallel"
)

// bar shows progress, speed and remaining time on standard error, if that is a terminal. It fits the terminal's width. Failed
// writes do no harm.
type bar struct {
	*progressbar.ProgressBar
	stderr  io.Writer
	hidden  bool
	numbers int // columns of the bar and the numbers behind the text
}

// newBar returns a bar that counts things; their name is a plural.
func newBar(stderr io.Writer, total int, things string) bar {
	return makeBar(stderr, total, 56, things, progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(things))
}

// newShare returns a bar that shows the finished share of some work.
func newShare(stderr io.Writer, text string) bar { return makeBar(stderr, wholeShare, 32, text) }

// turnEvery is the time between two turns of a spinner, and before the first.
const turnEvery = time.Second / 2

// newSpinner returns a turning bar with the elapsed time, for work without known progress.
func newSpinner(stderr io.Writer, text string) bar {
	return makeBar(stderr, -1, 32, text, progressbar.OptionSpinnerType(14), progressbar.OptionSetSpinnerChangeInterval(turnEvery))
}

func makeBar(stderr io.Writer, total, numbers int, text string, options ...progressbar.Option) bar {
	hidden := !isTerminal(stderr)
	return bar{progressbar.NewOptions(total, append(options,
		progressbar.OptionSetWriter(stderr),
		progressbar.OptionSetVisibility(!hidden),
		progressbar.OptionSetDescription(text),
		progressbar.OptionSetWidth(10),
		progressbar.OptionSetElapsedTime(true),
		progressbar.OptionSetPredictTime(false), // until something is done
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)...), stderr, hidden, numbers}
}

// describe shows a text, cut off to leave room for the numbers after it.
func (b bar) describe(text string) {
	if room := max(widthOf(b.stderr)-b.numbers, 10); utf8.RuneCountInString(text) > room {
		text = string([]rune(text)[:room-1]) + "…"
	}
	b.Describe(text)
}

// puzzleBar returns a bar of puzzles. It stays hidden for a single one.
func puzzleBar(stderr io.Writer, total int) bar {
	if total == 1 {
		stderr = io.Discard
	}
	return newBar(stderr, total, "puzzles")
}

// step shows that one thing more is done. A hidden bar would take as long as an easy puzzle.
func (b bar) step() {
	if !b.hidden {
		b.predict(1)
		_ = b.Add(1)
	}
}

// predict shows the time that is left, once something is done.
func (b bar) predict(done int) {
	if done > 0 {
		progressbar.OptionSetPredictTime(true)(b.ProgressBar)
	}
}

func (b bar) clear() {
	if !b.hidden {
		_ = b.Clear()
	}
}

// share shows the progress of work that reports it.
func (b bar) share(done, total int) {
	if b.GetMax() != total {
		b.ChangeMax(total)
	}
	b.predict(done)
	_ = b.Set(done)
}

// wholeShare is the number of steps of such a bar.
const wholeShare = 10_000

// at shows a progress from 0 to 1. The text comes last, because it is drawn however recently the bar was.
func (b bar) at(text string, share float64) {
	b.share(int(share*wholeShare), wholeShare)
	b.describe(text)
}

// count shows the progress of a count: the share of the search space, and solutions with their rate.
func (b bar) count(p parallel.Progress) {
	b.at(fmt.Sprintf("%s solutions, %.0f/s, %d cubes left", p.Value, p.Rate, p.Open), p.Share)
}

// progress shows what a question tells.
func (b bar) progress(p ask.Progress) {
	if p.Share == 0 {
		b.describe(p.Text)
		return
	}
	b.at(p.Text, p.Share)
}

// turn starts a spinner after some time. It turns until the work ends or another bar is shown; stop clears it.
func (b bar) turn() (stop func()) {
	start := time.AfterFunc(turnEvery, func() { _ = b.RenderBlank() })
	return func() {
		start.Stop()
		_ = b.Finish()
	}
}

// items shows the progress of a job of a cluster.
func (b bar) items(p cluster.Progress) {
	b.at(fmt.Sprintf("%s so far, %d items left, %d checked", p.Value, p.Open, p.Checked), p.Share)
}

// model counts a random model, and shows the failures so far.
func (b bar) model(s crosscheck.Summary) {
	b.describe(fmt.Sprintf("models (%d runs, %v solutions, %d disagreements)", s.Runs, s.Solutions, s.Claim.Disagreements))
	b.step()
}
