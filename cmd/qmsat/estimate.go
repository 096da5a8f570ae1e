package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare/setter"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
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
children (Chen 1992); its samples vary less but take longer.`,
	examples: []example{
		{"estimate --samples 200", "the number of Sudoku grids, 6.67e+21"},
		{"estimate --sampling chen --seed 2 --box 2x2 1...............", "72 solutions, by another method"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		f := &estimateFlags{model: addModelFlags(flags)}
		addFormat(flags, &f.format, "text", "json")
		addName(flags, &f.sampling, "sampling", "knuth", "how to draw samples, `NAME`", slices.Sorted(maps.Keys(setter.Methods))...)
		addWhole(flags, &f.samples, "samples", 1000, 1, "draw `N` samples")
		addNumber(flags, &f.seed, "seed", 1, "`S`, the seed")
		addDuration(flags, &f.timeout, "timeout", 0, "stop a puzzle after `D`, such as 10s, and print the estimate so far")
		return f.run
	},
}

type estimateFlags struct {
	model    *modelFlags
	format   string
	sampling string
	samples  int
	seed     uint64
	timeout  time.Duration
}

// estimateRecord is the JSON object of a puzzle's estimate. Numbers are texts, since they may exceed all floats.
type estimateRecord struct {
	model.Puzzle
	Estimate string  `json:"estimate"`
	Error    string  `json:"error,omitempty"` // the standard error; missing for a single sample, and if none met a solution
	Low      string  `json:"low,omitempty"`   // the bounds of the interval of 95 %; missing if fewer than two samples met a solution
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
	session, err := openOracle(ctx, "native", t)
	if err != nil {
		return err
	}
	defer session.Close()
	splitter, splits := session.(engine.Splitter)
	if !splits {
		return usageErrorf("engine native cannot split the search of this model")
	}
	out := newLines(streams.out)
	err = t.eachPuzzle(ctx, streams, f.timeout, args, func(ctx context.Context, p model.Puzzle, cube model.Cube) error {
		bar := newBar(streams.err, f.samples, "samples")
		defer bar.clear()
		sampler := &setter.Sampler{Session: splitter, Cube: cube, Random: generate.NewRandom(f.seed)}
		started := time.Now()
		samples, stopped := sampler.Samples(ctx, f.sampling, f.samples, bar.step)
		bar.clear()
		if len(samples) == 0 {
			return stopped
		}
		return firstError(f.print(out, p, setter.NewEstimate(samples), time.Since(started)), stopped)
	})
	return firstError(out.flush(), err)
}

func (f *estimateFlags) print(out *lines, p model.Puzzle, e setter.Estimate, took time.Duration) error {
	r := estimateRecord{
		Puzzle: p, Estimate: e.Mean.Text('g', 4),
		Sampling: f.sampling, Seed: f.seed, Samples: e.Samples, Hits: e.Hits, Complete: e.Samples == f.samples, Seconds: took.Seconds(),
	}
	interval, spread, hits := "no interval", "", "none"
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
		r.Estimate, interval, spread, r.Samples, r.Sampling, hits, r.Seed))
	return out.flush()
}
