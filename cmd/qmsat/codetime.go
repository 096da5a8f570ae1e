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
	"qmsat/model/engine"
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

// timeRecord is the JSON object of an engine at a number of erasures.
type timeRecord struct {
	Delta       int     `json:"delta"`
	Erasures    int     `json:"erasures"`
	Engine      string  `json:"engine"`
	Samples     int     `json:"samples"`
	Recovered   int     `json:"recovered"` // words that no other one fits
	Measure     string  `json:"measure"`   // of effort
	Effort50    int64   `json:"effort50"`
	Effort90    int64   `json:"effort90"`
	Effort99    int64   `json:"effort99"`
	EffortWorst int64   `json:"effortWorst"`
	Time50      float64 `json:"time50"` // s
	Time90      float64 `json:"time90"`
	Time99      float64 `json:"time99"`
	TimeWorst   float64 `json:"timeWorst"`
	Worst       string  `json:"worst" text:"-"` // the puzzle of most effort
}

func newTimeRecord(delta int, p *code.TimePoint) timeRecord {
	r := timeRecord{
		Delta: delta, Erasures: p.Erasures, Engine: p.Engine, Samples: len(p.Decodings), Recovered: p.Recovered(), Measure: p.Measure,
		Worst: p.Worst().Received.String(),
	}
	for _, q := range []struct {
		share  float64
		effort *int64
		time   *float64
	}{
		{0.5, &r.Effort50, &r.Time50}, {0.9, &r.Effort90, &r.Time90}, {0.99, &r.Effort99, &r.Time99}, {1, &r.EffortWorst, &r.TimeWorst},
	} {
		effort, took := p.Quantile(q.share)
		*q.effort, *q.time = effort, took.Seconds()
	}
	return r
}

// printTimes prints a line, or an object, for each number of erasures and engine.
func printTimes(ctx context.Context, streams streams, out *lines, f *codeFlags, _ []string) error {
	numbers, err := f.erasures.parseErasures()
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
	times := &code.Times{Delta: f.delta, Words: words, Numbers: numbers, Engines: engines, Seed: f.erasures.seed, Rounds: f.rounds, Progress: bar.share}
	points, err := times.Measure(ctx)
	if err != nil {
		return orStopped(ctx, err)
	}
	bar.clear()
	g := &figures[timeRecord]{out: out, format: f.format}
	for i := range points {
		g.add(newTimeRecord(f.delta, &points[i]))
	}
	return firstError(g.end(fmt.Sprintf("seed %d; times in seconds, the shortest of %s", f.erasures.seed, show.Things(f.rounds, "round"))),
		g.write(f.report), f.writeWorst(g.kept), f.plotTimes(engines, g.kept))
}

// writeWorst leaves the puzzles of most effort in the folder of a report, where one is asked for.
func (f *codeFlags) writeWorst(list []timeRecord) error {
	if f.report == "" {
		return nil
	}
	return outputError(writeFile(filepath.Join(f.report, worstFile), nil, func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "# qmsat code time --delta %d --seed %d: of most effort; erasures, engine, effort\n", f.delta, f.erasures.seed)
		for _, r := range list {
			if err == nil {
				_, err = fmt.Fprintf(w, "%s %d %s %d\n", r.Worst, r.Erasures, r.Engine, r.EffortWorst)
			}
		}
		return err
	}))
}

// plotTimes draws times and efforts over the number of erasures, where a report is asked for.
func (f *codeFlags) plotTimes(engines []engine.Chosen, list []timeRecord) error {
	var times, efforts []plot.Series
	style := 0
	for _, e := range engines {
		for _, q := range []struct {
			name   string
			effort func(*timeRecord) int64
			time   func(*timeRecord) float64
		}{
			{"median", func(r *timeRecord) int64 { return r.Effort50 }, func(r *timeRecord) float64 { return r.Time50 }},
			{"99 %", func(r *timeRecord) int64 { return r.Effort99 }, func(r *timeRecord) float64 { return r.Time99 }},
			{"worst", func(r *timeRecord) int64 { return r.EffortWorst }, func(r *timeRecord) float64 { return r.TimeWorst }},
		} {
			t := plot.Series{Name: e.String() + ", " + q.name, Style: style}
			s := plot.Series{Name: t.Name, Style: style}
			style++
			for _, r := range list {
				if r.Engine == e.String() {
					t.Points = append(t.Points, plot.Point{X: float64(r.Erasures), Y: q.time(&r)})
					s.Points = append(s.Points, plot.Point{X: float64(r.Erasures), Y: float64(q.effort(&r))})
				}
			}
			times, efforts = append(times, t), append(efforts, s)
		}
	}
	chart := func(what, unit string, series []plot.Series) plot.Chart {
		return plot.Chart{
			Title: what + " of decoding", Description: fmt.Sprintf("by the number of cells erased, Δ = %d", f.delta),
			X:      plot.Axis{Label: "cells erased", Whole: true, Format: show.Magnitude},
			Y:      plot.Axis{Label: unit, Log: true, Format: show.Magnitude},
			Series: series,
		}
	}
	return writePlots(f.report, fmt.Sprintf("Decoding, Δ = %d", f.delta), []plot.Chart{chart("Time", "seconds", times), chart("Effort", "as the engine counts", efforts)})
}
