package main

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/spf13/pflag"

	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/model"
)

// benchEngines are the engines that bench runs where none is named.
const benchEngines = "gini,gophersat"

var benchCommand = &command{
	name:    "bench",
	args:    puzzleArgs,
	summary: "measure encodings and engines on a puzzle file",
	long: `Runs every chosen engine with every chosen encoding on every puzzle, and prints for each the size of the formula without
givens (the mean over the puzzles where it depends on them), the time to build it, the median time to solve a puzzle with
its 95 % confidence interval, the time of all rounds, how many puzzles were left unfinished, the solutions of one round, on how
many puzzles it was compared, and the engine's effort. --encoding, --amo and --sum take lists, or "all". Solutions are checked
and counts compared as by compare.

Below stands how many times as long each engine takes as another: the geometric mean over puzzles, with its 95 % interval, of
the ratio of the two times; left out are puzzles that either did not finish. From seven engines on, each is held against
the first alone.

` + measuredHelp + "\n\n" + suiteHelp + "\n\n" + puzzleHelp + "\n\n" + engineHelp,
	examples: []example{
		{"bench --box 2x2 --delta 2 --engine gini --sum all", "the encodings of quasi-magic lines side by side"},
		{"bench --box 2x2 --engine native,gini --format csv", "figures for a spreadsheet"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		mf := addModelFlags(flags)
		ef := addEngineFlags(flags, benchEngines, measuredFormats...)
		rf := addRoundFlags(flags, 3, 1)
		suite := flags.String("suite", "", "measure the sets of puzzles that a YAML `FILE` lists")
		dir := addReport(flags)
		return func(ctx context.Context, streams streams, args []string) error {
			if *suite != "" {
				sets, err := readSuite(ctx, *suite, flags, args, rf)
				if err != nil {
					return err
				}
				return printMeasured(ctx, streams, benchSheet, ef.format, *dir, flags, args, sets)
			}
			m, err := newMeasurement(ctx, streams, args, mf, ef, rf)
			if err != nil {
				return err
			}
			m.sizes = true
			return printMeasured(ctx, streams, benchSheet, ef.format, *dir, flags, args, []*measurement{m})
		}
	},
}

// formulaSizes returns the size of each contender's formula without givens, or nil where it has none or takes longer to write
// than the timeout. Where the encoding depends on the givens, it is the mean over the puzzles.
func (m *measurement) formulaSizes(ctx context.Context) ([]*encode.Size, error) {
	sizes := make([]*encode.Size, len(m.contenders))
	for i, contender := range m.contenders {
		if sat.EncodingOf(contender.Options) == "" {
			continue
		}
		choice := sat.EncodingOptions(contender.Options)
		cubes := []model.Cube{nil}
		if choice.DependsOnCube() && len(m.puzzles) > 0 {
			cubes = cubes[:0]
			for _, p := range m.puzzles {
				cubes = append(cubes, slices.Concat(m.task.givens, p.Cube))
			}
		}
		size, err := meanSize(ctx, m.timeout, m.task.model, choice, cubes)
		if ctx.Err() != nil || err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return nil, err
		}
		sizes[i] = size
	}
	return sizes, nil
}

// meanSize returns the mean size of the formulas of a model under several cubes, rounded down.
func meanSize(
	ctx context.Context, timeout time.Duration, m *model.Model, choice encode.Options, cubes []model.Cube,
) (*encode.Size, error) {
	if timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		ctx = limited
	}
	sum := &encode.Size{}
	for _, cube := range cubes {
		formula, err := encode.NewDIMACS(ctx, m, choice, cube)
		if err != nil {
			return nil, err
		}
		sum.Variables += formula.Size.Variables
		sum.Clauses += formula.Size.Clauses
		sum.Literals += formula.Size.Literals
	}
	n := len(cubes)
	return &encode.Size{Variables: sum.Variables / n, Clauses: sum.Clauses / int64(n), Literals: sum.Literals / int64(n)}, nil
}
