package main

import (
	"context"

	"github.com/spf13/pflag"

	"qmsat/compare"
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
			set, err := newSet(ctx, streams, args, mf, ef, rf)
			if err != nil {
				return err
			}
			set.Sized = true
			return printMeasured(ctx, streams, benchSheet, ef.format, *dir, flags, args, []*compare.Set{set})
		}
	},
}
