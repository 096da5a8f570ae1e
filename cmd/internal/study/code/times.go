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
	Delta   int
	Words   []Word // one a sample
	Numbers []int  // of cells erased, up to [Length]
	Engines []engine.Chosen
	Seed    uint64 // of the masks, which are those of [Erasures]
	Rounds  int    // in which all is decoded; the shortest time of a word counts
	Step    func() // called after each word of an engine and a round
}

// Decoding is an engine's result on one word.
type Decoding struct {
	Received  Word
	Recovered bool // no other word fits
	Measure   string
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
func (t *Times) Measure(ctx context.Context) ([]TimePoint, error) {
	m, err := model.QuasiMagic(side, t.Delta)
	if err != nil {
		return nil, err
	}
	points := make([]TimePoint, len(t.Numbers)*len(t.Engines))
	for range t.Rounds {
		for i, e := range t.Engines {
			decodings, err := t.round(ctx, m, e)
			if err != nil {
				return nil, fmt.Errorf("%v: %w", e, err)
			}
			for n, number := range t.Numbers {
				p := &points[n*len(t.Engines)+i]
				p.Delta, p.Erasures, p.Engine = t.Delta, number, e.String()
				for sample, byNumber := range decodings {
					if len(p.Decodings) <= sample {
						p.Decodings = append(p.Decodings, byNumber[n])
					}
					p.Decodings[sample].Time = min(p.Decodings[sample].Time, byNumber[n].Time)
				}
			}
		}
	}
	for i := range points {
		points[i].sum()
	}
	return points, nil
}

// round decodes each word by an engine, with each number of erasures.
func (t *Times) round(ctx context.Context, m *model.Model, e engine.Chosen) ([][]Decoding, error) {
	return study.Measure(ctx, 1, len(t.Words), func(ctx context.Context) (func(int) ([]Decoding, error), func(), error) {
		session, err := e.Engine.Open(ctx, m, e.Options)
		if err != nil {
			return nil, nil, err
		}
		session = engine.Guarded(e.Engine.Name, session)
		return func(sample int) (list []Decoding, err error) {
			order := erasureOrder(t.Seed, sample)
			for _, number := range t.Numbers {
				d := Decoding{Received: without(t.Words[sample], order[:number])}
				cube := cubeOf(&d.Received)
				began := time.Now()
				result, err := session.Run(ctx, cube, 2, nil)
				d.Time = time.Since(began)
				switch {
				case err != nil:
					return nil, err
				case result.Outcome == engine.CutOff:
					return nil, cmp.Or(result.Cause, context.Cause(ctx))
				case result.Count.Sign() == 0:
					return nil, fmt.Errorf("%v: %w", d.Received, ErrNoWord)
				}
				d.Recovered = result.Count.IsInt64() && result.Count.Int64() == 1
				// The best measure of effort: conflicts, if there are any, otherwise the engine's first.
				if len(result.Effort) > 0 {
					best := result.Effort[max(0, slices.IndexFunc(result.Effort, func(m engine.Measure) bool { return m.Name == "conflicts" }))]
					d.Measure, d.Effort = best.Name, best.Value
				}
				list = append(list, d)
			}
			return list, nil
		}, func() { session.Close() }, nil
	}, t.Step)
}

// sum sums up decodings, at least one.
func (p *TimePoint) sum() {
	var efforts []int64
	var times []float64
	for _, d := range p.Decodings {
		efforts, times, p.Measure = append(efforts, d.Effort), append(times, d.Time.Seconds()), d.Measure
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

// Answer prints a line, or an object, for each number of erasures and engine.
func (o *timing) Answer(ctx context.Context) error {
	numbers, err := o.numbers()
	if err != nil {
		return err
	}
	engines, err := study.Engines("engine", o.Engines, study.FindsAll)
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
	times := &Times{o.Delta, words, numbers, engines, o.Seed, o.Rounds, o.Bar(o.Rounds*len(engines)*len(words), "words").Step}
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
	chart := plot.Chart{
		Title: what + " of decoding", Description: fmt.Sprintf("by the number of cells erased, Δ = %d", delta), X: plot.Whole("cells erased"), Y: plot.Log(unit),
	}
	for _, r := range list {
		for i, figure := range of(r) {
			chart.Add(r.Engine+[...]string{", median", ", 99 %", ", worst"}[i], float64(r.Erasures), figure)
		}
	}
	return chart
}
