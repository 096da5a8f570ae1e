package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/pflag"

	"qmsat/compare/report/plot"
	"qmsat/compare/show"
	"qmsat/compare/study/code"
)

var timeCommand = codeTopic(command{
	name: "time", summary: "how long engines take to decode, by the number of cells erased",
	long: `Has the engines of --engine decode the same words as erasures does, by a search for a second word that fits, on one processor,
and prints the effort (in what the engine counts first: nodes for native, calls of its search for gini) and the time in seconds that
half of the words, 90 % and 99 % do not exceed, and that of the worst one. Times are the shortest of --rounds rounds; sessions are opened
before. JSON and CSV have the puzzle of most effort, too, and --report keeps these in ` + worstFile + `, for other solvers.`,
}, printTimes, (*codeFlags).addDelta, (*codeFlags).addErasures, (*codeFlags).addSamples, func(f *codeFlags, flags *pflag.FlagSet) {
	addEngines(flags, &f.engines, "native,gini", "engines `NAME,...`", true)
	addWhole(flags, &f.rounds, "rounds", 3, 1, "how often each word is decoded, `N`")
}, (*codeFlags).addReport)

// worstFile is what code time leaves its worst puzzles in.
const worstFile = "worst.txt"

// printTimes prints a line, or an object, for each number of erasures and engine.
func printTimes(ctx context.Context, streams streams, out *lines, f *codeFlags, _ []string) error {
	numbers, err := f.parseErasures()
	if err != nil {
		return err
	}
	engines, err := parseEngines(f.engines)
	for _, e := range engines {
		err = firstError(err, mustFindAll(e.Engine))
	}
	if err != nil {
		return err
	}
	words, err := f.sample(ctx, streams)
	if err != nil {
		return err
	}
	bar := newBar(streams.err, 1, "words")
	defer bar.clear()
	times := &code.Times{Delta: f.delta, Words: words, Numbers: numbers, Engines: engines, Seed: f.seed, Rounds: f.rounds, Progress: bar.share}
	points, err := times.Measure(ctx)
	if err != nil {
		return orStopped(ctx, err)
	}
	bar.clear()
	g := &results[code.TimePoint]{out: out, format: f.format}
	g.add(points...)
	notes := fmt.Sprintf("seed %d; times in seconds, the shortest of %s", f.seed, show.Things(f.rounds, "round"))
	return firstError(g.finish(notes, f.report, fmt.Sprintf("Decoding, Δ = %d", f.delta), timeCharts(f.delta, g.Records)...), f.writeWorst(g.Records))
}

// writeWorst leaves the puzzles of most effort in the folder of a report, where one is asked for.
func (f *codeFlags) writeWorst(list []code.TimePoint) error {
	if f.report == "" {
		return nil
	}
	return outputError(writeFile(filepath.Join(f.report, worstFile), nil, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "# qmsat code time --delta %d --seed %d: of most effort; erasures, engine, effort\n", f.delta, f.seed)
		for _, r := range list {
			if err == nil {
				_, err = fmt.Fprintf(w, "%s %d %s %d\n", r.Worst, r.Erasures, r.Engine, r.EffortWorst)
			}
		}
		return err
	}))
}

// timeCharts draws times and efforts over the number of erasures.
func timeCharts(delta int, list []code.TimePoint) []plot.Chart {
	type point struct {
		series string
		plot.Point
	}
	chart := func(what, unit string, of func(code.TimePoint) [3]float64) plot.Chart {
		var points []point
		for _, r := range list {
			figures := of(r)
			for i, quantile := range []string{"median", "99 %", "worst"} {
				points = append(points, point{r.Engine + ", " + quantile, plot.Point{X: float64(r.Erasures), Y: figures[i]}})
			}
		}
		return plot.Chart{
			Title: what + " of decoding", Description: fmt.Sprintf("by the number of cells erased, Δ = %d", delta),
			X: plot.Whole("cells erased"), Y: plot.Log(unit),
			Series: plot.Gather(points, func(p point) (string, plot.Point) { return p.series, p.Point }),
		}
	}
	return []plot.Chart{
		chart("Time", "seconds", func(r code.TimePoint) [3]float64 { return [3]float64{r.Time50, r.Time99, r.TimeWorst} }),
		chart("Effort", "as the engine counts", func(r code.TimePoint) [3]float64 {
			return [3]float64{float64(r.Effort50), float64(r.Effort99), float64(r.EffortWorst)}
		}),
	}
}
