package main

import (
	"context"

	"github.com/spf13/pflag"
)

var compareCommand = &command{
	name:    "compare",
	args:    puzzleArgs,
	summary: "run several engines side by side and check that they agree",
	long: `Runs every engine on every puzzle, checks each solution against the model, looks for solutions listed twice, and holds
counts and solution sets against each other. Prints a row per engine: puzzles, solutions, the time to open it, the
time to solve, the latter per puzzle, and the engine's effort. Where engines differ the smallest such puzzle follows,
and the exit status is 1. --encoding, --amo and --sum may list several encodings, or "all".

` + measuredHelp + "\n\n" + puzzleHelp + "\n\n" + engineHelp,
	examples: []example{
		{"compare --delta 2 testdata/quasimagic-180.txt", "three engines on 180 quasi-magic puzzles"},
		{"compare --engine native,paper,gini --delta 2 --rules all testdata/quasimagic-180.txt", "with the published solver and its pruning rules"},
	},
	setup: func(flags *pflag.FlagSet) action {
		mf := addModelFlags(flags)
		ef := addEngineFlags(flags, "native,gini,gophersat", measuredFormats...)
		rf := addRoundFlags(flags, 1, 0)
		dir := addReport(flags)
		return func(ctx context.Context, streams streams, args []string) error {
			m, err := newMeasurement(streams, args, mf, ef, rf)
			if err != nil {
				return err
			}
			return printMeasured(ctx, streams, compareSheet, ef.format, *dir, flags, args, []*measurement{m})
		}
	},
}
