package main

import (
	"context"

	"github.com/spf13/pflag"
)

var compareCommand = &command{
	name:    "compare",
	args:    puzzleArgs,
	summary: "run several engines side by side and check that they agree",
	long: `Checks that engines agree. Runs each engine with each listed encoding on each puzzle, checks each solution against the
model, and compares counts and sets of solutions. If engines disagree, the smallest puzzle on which they do is printed
below the table, and the exit status is 1.

--encoding, --amo and --sum may list several encodings, or "all". --random N compares engines on random models
instead.`,
	examples: []example{
		{"compare --delta 2 testdata/quasimagic-180.txt", "three engines on 180 quasi-magic puzzles"},
		{"compare --engine native,paper --delta 2 testdata/quasimagic-180.txt", "with the solver that was published in 2009"},
		{"compare --random 20 --seed 7 --engine native,gini", "two engines on random models"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		ef := addEngineFlags(flags, "native,gini,gophersat", measuredFormats...)
		rf := addRoundFlags(flags, 1, 0)
		dir := addReport(flags)
		workers := flags.String("workers", "0", "numbers of workers to compare, `N,...`")
		random := addRandomFlags(flags, workers)
		return func(ctx context.Context, streams streams, args []string) error {
			if err := random.misplaced(args); err != nil {
				return err
			}
			if random.asked() {
				return runRandom(ctx, streams, random, ef, rf.Seed)
			}
			sets, err := newSets(ctx, streams, args, ef, rf)
			if err != nil {
				return err
			}
			for _, set := range sets {
				if set.Contenders, err = withWorkers(set.Contenders, *workers); err != nil {
					return err
				}
			}
			return printMeasured(ctx, streams, compareSheet, ef.format, *dir, flags, args, sets)
		}
	},
}
