package main

import (
	"context"

	"github.com/spf13/pflag"
)

// benchEngines are the default engines of bench.
const benchEngines = "gini,gophersat"

var benchCommand = &command{
	name:    "bench",
	args:    puzzleArgs,
	summary: "measure encodings and engines on a puzzle file",
	long: `Measures how fast engines are. Runs each engine with each listed encoding on each puzzle, by default in three rounds. Prints for each the size of the formula, the time to build it,
the median time per puzzle with its 95 % interval, and the effort. Ratios between the engines follow. Solutions and
counts are checked as by compare.`,
	examples: []example{
		{"bench --box 2x2 --delta 2 --engine gini --sum all", "the encodings of quasi-magic lines side by side"},
		{"bench --box 2x2 --engine native,gini --format csv", "figures for a spreadsheet"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
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
			sets, err := newSets(ctx, streams, args, ef, rf)
			if err != nil {
				return err
			}
			for _, set := range sets {
				set.Sized = true
			}
			return printMeasured(ctx, streams, benchSheet, ef.format, *dir, flags, args, sets)
		}
	},
}
