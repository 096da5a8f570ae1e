package main

import (
	"context"

	"github.com/spf13/pflag"

	"qmsat/compare"
)

var compareCommand = &command{
	name:    "compare",
	args:    puzzleArgs,
	summary: "run several engines side by side and check that they agree",
	long: `Runs every engine on every puzzle, checks each solution against the model, looks for solutions listed twice, and holds
counts and solution sets against each other. Prints a row per engine: puzzles, solutions, on how many puzzles it was compared
and how many it left unfinished, the time to open it, the time to solve, the latter per puzzle, and the engine's effort. Where
engines differ the smallest such puzzle follows, and the exit status is 1; where one only fails it is 4. --encoding, --amo and
--sum may list several encodings, or "all".

A puzzle is compared where two engines exhaust its search, or meet the limit at the same solutions. Engines that may fail are
checked to find solutions only, and show how many puzzles they solved.

` + measuredHelp + "\n\n" + puzzleHelp + "\n\n" + engineHelp + "\n\n" + randomHelp,
	examples: []example{
		{"compare --delta 2 testdata/quasimagic-180.txt", "three engines on 180 quasi-magic puzzles"},
		{"compare --engine native,paper,gini --delta 2 --rules all testdata/quasimagic-180.txt", "with the published solver and its pruning rules"},
		{"compare --random 20 --seed 7 --engine native,gini", "two engines on random models"},
	},
	bounded: true,
	setup: func(flags *pflag.FlagSet) action {
		mf := addModelFlags(flags)
		ef := addEngineFlags(flags, "native,gini,gophersat", measuredFormats...)
		rf := addRoundFlags(flags, 1, 0)
		dir := addReport(flags)
		workers := flags.String("workers", "0", "split each puzzle's search into cubes, and search them by `N,...` workers side by side; 0: one search")
		random := addRandomFlags(flags, workers)
		return func(ctx context.Context, streams streams, args []string) error {
			if err := random.misplaced(args); err != nil {
				return err
			}
			if random.asked() {
				return runRandom(ctx, streams, random, ef, rf.seed)
			}
			set, err := newSet(ctx, streams, args, mf, ef, rf)
			if err != nil {
				return err
			}
			if set.Contenders, err = withWorkers(set.Contenders, *workers); err != nil {
				return err
			}
			return printMeasured(ctx, streams, compareSheet, ef.format, *dir, flags, args, []*compare.Set{set})
		}
	},
}
