package main

import (
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"

	"qmsat/compare/crosscheck"
	"qmsat/internal/job/cluster"
	"qmsat/internal/parallel"
	"qmsat/model/engine"
)

// bar shows on standard error, where that is a terminal, how much is done, how fast, and how long it will take. It fits the terminal's
// width. What cannot be written there is lost without harm.
type bar struct {
	*progressbar.ProgressBar
	stderr  io.Writer
	numbers int // columns of the bar and the numbers behind the text
}

// newBar returns a bar that counts things, which have a name in the plural.
func newBar(stderr io.Writer, total int, things string) bar {
	return makeBar(stderr, total, 56, things, progressbar.OptionShowCount(), progressbar.OptionShowIts(), progressbar.OptionSetItsString(things))
}

// newShare returns a bar that shows the share of some work that is done.
func newShare(stderr io.Writer, text string) bar { return makeBar(stderr, wholeShare, 32, text) }

// turnEvery is the time between two turns of a spinner, and before the first.
const turnEvery = time.Second / 2

// newSpinner returns a bar that turns, with the time since it began: for work that does not say how far it has come.
func newSpinner(stderr io.Writer, text string) bar {
	return makeBar(stderr, -1, 32, text, progressbar.OptionSpinnerType(14), progressbar.OptionSetSpinnerChangeInterval(turnEvery))
}

func makeBar(stderr io.Writer, total, numbers int, text string, options ...progressbar.Option) bar {
	return bar{progressbar.NewOptions(total, append(options,
		progressbar.OptionSetWriter(stderr),
		progressbar.OptionSetVisibility(isTerminal(stderr)),
		progressbar.OptionSetDescription(text),
		progressbar.OptionSetWidth(10),
		progressbar.OptionSetPredictTime(false), // until something is done
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)...), stderr, numbers}
}

// describe shows a text, cut off where the numbers behind it would not fit.
func (b bar) describe(text string) {
	if room := max(widthOf(b.stderr)-b.numbers, 10); utf8.RuneCountInString(text) > room {
		text = string([]rune(text)[:room-1]) + "…"
	}
	b.Describe(text)
}

// puzzleBar returns a bar of puzzles, which does not show a single one.
func puzzleBar(stderr io.Writer, total int) bar {
	if total == 1 {
		stderr = io.Discard
	}
	return newBar(stderr, total, "puzzles")
}

func (b bar) step() {
	b.predict(1)
	_ = b.Add(1)
}

// predict shows the time that is left, once something is done.
func (b bar) predict(done int) {
	if done > 0 {
		progressbar.OptionSetPredictTime(true)(b.ProgressBar)
	}
}

func (b bar) clear() { _ = b.Clear() }

// share shows how much is done of work that says so itself.
func (b bar) share(done, total int) {
	if b.GetMax() != total {
		b.ChangeMax(total)
	}
	b.predict(done)
	_ = b.Set(done)
}

// wholeShare is the number of steps of a bar that shows a share.
const wholeShare = 10_000

// at shows how far something has come, from 0 to 1.
func (b bar) at(text string, share float64) {
	b.describe(text)
	b.share(int(share*wholeShare), wholeShare)
}

// count shows how far a count has come: by share of the search space, with solutions and their rate.
func (b bar) count(p parallel.Progress) {
	b.at(fmt.Sprintf("%s solutions, %.0f/s, %d cubes left", p.Value, p.Rate, p.Open), p.Share)
}

// reached shows how far an engine says that its run has come.
func (b bar) reached(p engine.Progress) { b.at(p.Text, p.Share) }

// turn has a spinner turn, once some time has passed, until the work ends or another bar is shown; stop clears it.
func (b bar) turn() (stop func()) {
	start := time.AfterFunc(turnEvery, func() { _ = b.RenderBlank() })
	return func() {
		start.Stop()
		_ = b.Finish()
	}
}

// items shows how far a job of a cluster has come.
func (b bar) items(p cluster.Progress) {
	b.at(fmt.Sprintf("%s so far, %d items left, %d checked", p.Value, p.Open, p.Checked), p.Share)
}

// model counts a random model, and shows what was found.
func (b bar) model(s crosscheck.Summary) {
	b.describe(fmt.Sprintf("models (%d runs, %v solutions, %d disagreements)", s.Runs, s.Solutions, s.Claim.Disagreements))
	b.step()
}
