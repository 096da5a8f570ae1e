package main

import (
	"context"
	"iter"
	"math/rand/v2"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/model"
	"qmsat/native/generate"
)

var benchCommand = &command{
	name:    "bench",
	args:    puzzleArgs,
	summary: "measure encodings and engines on a puzzle file",
	long: `Runs every chosen engine with every chosen encoding on every puzzle, several rounds, in an order shuffled by the seed, and
prints for each the size of the formula without givens, the time to build it, the median time to solve a puzzle with
its 95 % confidence interval, the solutions of one round, and the engine's effort. --encoding, --amo and --sum take
lists, or "all". Solutions are checked and counts compared as by compare, outside the time that is measured.

` + puzzleHelp,
	examples: []example{
		{"bench --box 2x2 --delta 2 --engine gini --sum all", "the encodings of quasi-magic lines side by side"},
		{"bench --box 2x2 --engine native,gini --format csv", "figures for a spreadsheet"},
	},
	setup: func(flags *pflag.FlagSet) action {
		mf := addModelFlags(flags)
		ef := addEngineFlags(flags, "gini,gophersat", "text", "json", "csv")
		rounds := flags.Int("rounds", 3, "how often each puzzle is run, `N`")
		seed := flags.Uint64("seed", 1, "`S`, the seed of the order")
		return func(ctx context.Context, streams streams, args []string) error {
			return bench(ctx, streams, args, mf, ef, *rounds, *seed)
		}
	},
}

func bench(ctx context.Context, streams streams, args []string, mf *modelFlags, ef *engineFlags, rounds int, seed uint64) error {
	if rounds < 1 {
		return usageErrorf("--rounds %d, expected at least 1", rounds)
	}
	contenders, err := ef.contenders()
	if err != nil {
		return err
	}
	t, err := mf.build()
	if err != nil {
		return err
	}
	puzzles, err := t.readPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	var list []model.Puzzle
	for p, err := range puzzles.all {
		if err != nil {
			return inputError(err)
		}
		list = append(list, p)
	}
	sizes, err := sizesOf(ctx, t, contenders)
	if err != nil {
		return err
	}
	random := generate.NewRandom(seed)
	step, finish := progress(streams.err, rounds*len(list))
	report, err := compare.Run(ctx, compare.Config{
		Model: t.model, Contenders: contenders, Givens: t.givens,
		Limit: ef.limit, Timeout: ef.timeout, Progress: step, Random: random,
	}, inRounds(list, rounds, random))
	finish()
	if err != nil {
		return inputError(err)
	}
	out := newLines(streams.out)
	writeBench(out, ef.format, benchRecords(t, report, sizes, rounds, seed))
	return firstError(out.flush(), verdict(report))
}

// inRounds yields the puzzles in a new random order each round.
func inRounds(list []model.Puzzle, rounds int, random *rand.Rand) iter.Seq2[model.Puzzle, error] {
	return func(yield func(model.Puzzle, error) bool) {
		for range rounds {
			for _, i := range random.Perm(len(list)) {
				if !yield(list[i], nil) {
					return
				}
			}
		}
	}
}

// sizesOf returns the size of each contender's formula without givens, or nil where it has none.
func sizesOf(ctx context.Context, t *task, contenders []compare.Contender) ([]*encode.Size, error) {
	sizes := make([]*encode.Size, len(contenders))
	for i, contender := range contenders {
		if encodingOf(contender) == "" {
			continue
		}
		formula, err := encode.NewDIMACS(ctx, t.model, sat.ChoiceOf(contender.Options), nil)
		if err != nil {
			return nil, inputError(err)
		}
		sizes[i] = &formula.Size
	}
	return sizes, nil
}
