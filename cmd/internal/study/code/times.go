package code

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/model"
	"qmsat/model/engine"
)

// Times says what is to be timed: engines that decode words with random erasures by maximum likelihood, that is, look for a
// second word that fits.
type Times struct {
	Delta    int
	Words    []Word // one a sample
	Numbers  []int  // of cells erased
	Engines  []engine.Chosen
	Seed     uint64 // of the masks, which are those of [Erasures]
	Rounds   int    // in which all is decoded; the shortest time of a word counts
	Progress func(done, total int)
}

// Decoding is an engine's result on one word.
type Decoding struct {
	Received  Word
	Recovered bool // no other word fits
	Effort    int64
	Time      time.Duration
}

// TimePoint is the cost of an engine with a number of erasures.
type TimePoint struct {
	Delta     int    `json:"delta"`
	Erasures  int    `json:"erasures"`
	Engine    string `json:"engine"`
	Samples   int    `json:"samples"`
	Recovered int    `json:"recovered"` // words without another one that fits
	Measure   string `json:"measure"`   // of effort, as the engine calls it
	// Efforts and times that a share of the decodings do not exceed, each by itself: the smallest such of those measured.
	Effort50    int64      `json:"effort50"`
	Effort90    int64      `json:"effort90"`
	Effort99    int64      `json:"effort99"`
	EffortWorst int64      `json:"effortWorst"`
	Time50      float64    `json:"time50"` // s
	Time90      float64    `json:"time90"`
	Time99      float64    `json:"time99"`
	TimeWorst   float64    `json:"timeWorst"`
	Worst       string     `json:"worst" text:"-"` // the puzzle of most effort; among equals, of most time
	Decodings   []Decoding `json:"-"`              // by sample
}

// Measure decodes the same words by each engine, one after another. Each round has its own sessions, so all rounds do the same
// work.
func (t *Times) Measure(ctx context.Context) (points []TimePoint, err error) {
	m, err := model.QuasiMagic(side, t.Delta)
	if err != nil {
		return nil, err
	}
	for _, n := range t.Numbers {
		if n < 0 || n > Length {
			return nil, fmt.Errorf("%d erasures, expected 0 to %d", n, Length)
		}
		for _, e := range t.Engines {
			points = append(points, TimePoint{Delta: t.Delta, Erasures: n, Engine: e.String(), Decodings: make([]Decoding, len(t.Words))})
		}
	}
	done := func() {}
	if t.Progress != nil {
		n := 0
		done = func() { n++; t.Progress(n, t.Rounds*len(t.Engines)*len(t.Words)) }
	}
	for round := range t.Rounds {
		for i := range t.Engines {
			if err := t.round(ctx, m, points, i, round == 0, done); err != nil {
				return nil, fmt.Errorf("%v: %w", t.Engines[i], err)
			}
		}
	}
	for i := range points {
		points[i].sum()
	}
	return points, nil
}

// round decodes all words by an engine.
func (t *Times) round(ctx context.Context, m *model.Model, points []TimePoint, of int, first bool, done func()) error {
	e := t.Engines[of]
	session, err := e.Engine.Open(ctx, m, e.Options)
	if err != nil {
		return err
	}
	session = engine.Guarded(e.Engine.Name, session)
	defer session.Close()
	for sample := range t.Words {
		if err := t.sample(ctx, session, points, of, sample, first); err != nil {
			return err
		}
		done()
	}
	return nil
}

// sample decodes a word with each number of erasures.
func (t *Times) sample(ctx context.Context, session engine.Session, points []TimePoint, of, sample int, first bool) error {
	order := erasureOrder(t.Seed, sample)
	for n, number := range t.Numbers {
		received := without(t.Words[sample], order[:number])
		cube := cubeOf(&received)
		began := time.Now()
		result, err := session.Run(ctx, cube, 2, nil)
		took := time.Since(began)
		switch {
		case err != nil:
			return err
		case result.Outcome == engine.CutOff:
			return cmp.Or(result.Cause, context.Cause(ctx))
		case result.Count.Sign() == 0:
			return fmt.Errorf("%v: %w", received, ErrNoWord)
		}
		p := &points[n*len(t.Engines)+of]
		d := &p.Decodings[sample]
		if !first {
			d.Time = min(d.Time, took)
			continue
		}
		*d = Decoding{received, result.Count.IsInt64() && result.Count.Int64() == 1, p.effort(result.Effort), took}
	}
	return nil
}

// effort returns the best measure of a search's effort: conflicts, if there are any, otherwise the engine's first measure.
func (p *TimePoint) effort(effort engine.Effort) int64 {
	if p.Measure == "" && len(effort) > 0 {
		p.Measure = effort[0].Name
		if slices.ContainsFunc(effort, func(m engine.Measure) bool { return m.Name == "conflicts" }) {
			p.Measure = "conflicts"
		}
	}
	for _, m := range effort {
		if m.Name == p.Measure {
			return m.Value
		}
	}
	return 0
}

// sum sums up decodings, at least one.
func (p *TimePoint) sum() {
	var efforts []int64
	var times []float64
	for _, d := range p.Decodings {
		efforts, times = append(efforts, d.Effort), append(times, d.Time.Seconds())
		if d.Recovered {
			p.Recovered++
		}
	}
	slices.Sort(efforts)
	slices.Sort(times)
	p.Samples = len(efforts)
	at := func(share float64) int { return int(math.Ceil(share*float64(p.Samples))) - 1 }
	p.Effort50, p.Effort90, p.Effort99, p.EffortWorst = efforts[at(0.5)], efforts[at(0.9)], efforts[at(0.99)], efforts[at(1)]
	p.Time50, p.Time90, p.Time99, p.TimeWorst = times[at(0.5)], times[at(0.9)], times[at(0.99)], times[at(1)]
	p.Worst = slices.MaxFunc(p.Decodings, func(a, b Decoding) int {
		return cmp.Or(cmp.Compare(a.Effort, b.Effort), cmp.Compare(a.Time, b.Time))
	}).Received.String()
}

var timeTopic = &study.Topic{
	Name: "time", Summary: "how long engines take to decode, by the number of cells erased",
	Help: `Measures how long engines take to decode: they search for a second word that fits. Prints the 50th, 90th and 99th percentile of effort and seconds over the words, and the maximum. Times are the shortest of --rounds rounds,
on one processor; opening an engine is not timed.

JSON and CSV also have the hardest puzzle of each row; --report writes these puzzles to worst.txt.`,
	New: study.Of[timing],
}

type timing struct {
	spoken
	erased
	sampled
	Engines string `flag:"engine" value:"native,gini" engines:"several" usage:"engines <NAME,...>"`
	Rounds  int    `flag:"rounds" value:"3" least:"1" usage:"decode each word <N> times"`
	charted
}

// worstFile is the report's file of the worst puzzles.
const worstFile = "worst.txt"

// Run prints a line, or an object, for each number of erasures and engine.
func (o *timing) Run(ctx context.Context) error {
	numbers, err := o.numbers()
	if err != nil {
		return err
	}
	engines, err := study.Engines(o.Engines, study.FindsAll)
	if err != nil {
		return err
	}
	if err := o.counted(&o.Base, "checkpoint", "workers"); err != nil {
		return err
	}
	words, err := o.sample(ctx, &o.Base, o.Delta)
	if err != nil {
		return err
	}
	times := &Times{o.Delta, words, numbers, engines, o.Seed, o.Rounds, o.Bar(1, "words").Share}
	points, err := times.Measure(ctx)
	if err != nil {
		return err
	}
	g := study.NewResults[TimePoint](&o.Base)
	g.Add(points...)
	err = g.End(fmt.Sprintf("seed %d; times in seconds, the shortest of %s", o.Seed, show.Things(o.Rounds, "round")), fmt.Sprintf("Decoding, Δ = %d", o.Delta),
		timeChart(o.Delta, "Time", "seconds", points, func(r TimePoint) [3]float64 { return [3]float64{r.Time50, r.Time99, r.TimeWorst} }),
		timeChart(o.Delta, "Effort", "as the engine counts", points, func(r TimePoint) [3]float64 {
			return [3]float64{float64(r.Effort50), float64(r.Effort99), float64(r.EffortWorst)}
		}))
	if o.Report == "" {
		return err
	}
	return cmp.Or(err, o.WriteFile(filepath.Join(o.Report, worstFile), func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "# qmsat code time --delta %d --seed %d: of most effort; erasures, engine, effort\n", o.Delta, o.Seed)
		for _, r := range points {
			if err == nil {
				_, err = fmt.Fprintf(w, "%s %d %s %d\n", r.Worst, r.Erasures, r.Engine, r.EffortWorst)
			}
		}
		return err
	}))
}

// timeChart draws times or efforts over the number of erasures.
func timeChart(delta int, what, unit string, list []TimePoint, of func(TimePoint) [3]float64) plot.Chart {
	type point struct {
		series string
		plot.Point
	}
	var points []point
	for _, r := range list {
		for i, figure := range of(r) {
			name := [...]string{"median", "99 %", "worst"}[i]
			points = append(points, point{r.Engine + ", " + name, plot.Point{X: float64(r.Erasures), Y: figure}})
		}
	}
	return plot.Chart{
		Title: what + " of decoding", Description: fmt.Sprintf("by the number of cells erased, Δ = %d", delta),
		X: plot.Whole("cells erased"), Y: plot.Log(unit), Series: plot.Gather(points, func(p point) (string, plot.Point) { return p.series, p.Point }),
	}
}
