package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/model"
	"qmsat/model/engine"
)

var estimateCommand = &command{
	name:    "estimate",
	args:    puzzleArgs,
	summary: "estimate how many solutions a puzzle has",
	long: `Estimates the number of solutions from samples of native's search tree, where count takes too long. Each sample has
the number of solutions as its expected value.

The two numbers in brackets bound the number with 95 % confidence. They enclose two intervals: by the standard error on
a logarithmic scale, and by Cox's method for log-normal samples. Neither knows of solutions in parts of the tree
that no sample met, so an estimate proves nothing.

knuth follows a random path (Knuth 1975). chen visits the tree level by level and keeps one node for each number of
children (Chen 1992); its samples vary less but take longer. Without --sampling, chen follows if no sample of knuth
meets a solution.

If no sample meets a solution, a search takes a tenth of --timeout or of the samples' time. Its solutions are a
lower bound, >=N, or the exact number if it ends. If it finds none, the exit status is 3, or 0 if there are none.`,
	examples: []example{
		{"estimate --samples 200", "the number of Sudoku grids, 6.67e+21"},
		{"estimate --sampling chen --seed 2 --box 2x2 1...............", "72 solutions, by another method"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &estimateFlags{model: addModelFlags(flags)}
		addFormat(flags, &f.format, "text", "json")
		addName(flags, &f.sampling, "sampling", setter.DefaultMethods[0], "how to draw samples, `NAME`", slices.Sorted(maps.Keys(setter.Methods))...)
		addWhole(flags, &f.samples, "samples", 1000, 1, "draw `N` samples")
		addNumber(flags, &f.seed, "seed", 1, "`S`, the seed")
		addDuration(flags, &f.model.timeout, "timeout", 0, "stop a puzzle after `D`, such as 10s, and print the estimate so far")
		return f.model.each(f.run)
	},
}

type estimateFlags struct {
	model    *modelFlags
	format   string
	sampling string
	samples  int
	seed     uint64
}

// estimateRecord is the JSON object of a puzzle's estimate. Numbers are texts, since they may exceed all floats.
type estimateRecord struct {
	model.Puzzle
	Estimate string  `json:"estimate,omitempty"` // missing if no sample met a solution and no search proved the number
	Lower    string  `json:"lower,omitempty"`    // solutions that a search found, if no sample met one
	Exact    bool    `json:"exact,omitempty"`    // the search found all
	Error    string  `json:"error,omitempty"`    // the standard error; missing for a single sample, and if none met a solution
	Low      string  `json:"low,omitempty"`      // the bounds of the interval of 95 %; missing if fewer than two samples met a solution
	High     string  `json:"high,omitempty"`
	Sampling string  `json:"sampling"`
	Seed     uint64  `json:"seed"`
	Samples  int     `json:"samples"`
	Hits     int     `json:"hits"`     // samples that met a solution
	Complete bool    `json:"complete"` // all samples were drawn
	Seconds  float64 `json:"seconds"`
}

func (f *estimateFlags) run(ctx context.Context, streams streams, args []string) error {
	t, err := f.model.build(ctx, streams)
	if err != nil {
		return err
	}
	methods := setter.DefaultMethods
	if f.model.set.Changed("sampling") {
		methods = []string{f.sampling}
	}
	out := newLines(streams.out)
	err = t.eachPuzzle(ctx, streams, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		session, err := t.oracle(ctx, "native")
		if err != nil {
			return err
		}
		splitter, splits := session.(engine.Splitter)
		if !splits {
			return usageErrorf("engine native cannot split the search of this model")
		}
		bar := newBar(streams.err, f.samples, "samples")
		defer bar.clear()
		sampler := &setter.Sampler{Session: splitter, Cube: cube}
		started := time.Now()
		known, err := sampler.Estimate(ctx, methods, f.samples, f.seed, bar.step)
		bar.clear()
		if err == nil && known.Hits == 0 && !known.Exact && known.Lower.Sign() == 0 {
			err = &exitError{statusStopped, fmt.Errorf("%s: no solution is known, by samples or by a search", where(p))}
		}
		return firstError(f.print(out, p, known, time.Since(started)), err)
	})
	return firstError(out.flush(), err)
}

func (f *estimateFlags) print(out *lines, p model.Puzzle, e setter.Known, took time.Duration) error {
	r := estimateRecord{
		Puzzle: p, Exact: e.Exact,
		Sampling: e.Method, Seed: f.seed, Samples: e.Samples, Hits: e.Hits, Complete: e.Samples == f.samples, Seconds: took.Seconds(),
	}
	interval, spread, hits, number := "no interval", "", "none", ">=0"
	if e.Hits > 0 {
		r.Estimate = e.Mean.Text('g', 4)
		number = r.Estimate
	} else if e.Lower != nil {
		r.Lower = e.Lower.String()
		if number, interval = ">="+r.Lower, "by a search"; e.Exact {
			r.Estimate, number, interval = r.Lower, r.Lower, "exact, by a search"
		}
	}
	if e.Low != nil {
		r.Low, r.High = e.Low.Text('g', 3), e.High.Text('g', 3)
		interval = r.Low + " to " + r.High
	}
	if e.Error != nil {
		r.Error = e.Error.Text('g', 2)
		spread = "standard error " + r.Error + ", "
	}
	if e.Hits > 0 {
		hits = fmt.Sprint(e.Hits)
	}
	if f.format == "json" {
		return firstError(out.object(r), out.flush())
	}
	out.line(fmt.Sprintf("%s (%s) %s%d samples by %s, %s with a solution, seed %d",
		number, interval, spread, r.Samples, r.Sampling, hits, r.Seed))
	return out.flush()
}
