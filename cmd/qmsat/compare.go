package main

import (
	"context"
	"fmt"

	"github.com/spf13/pflag"

	"qmsat/compare"
)

var compareCommand = &command{
	name:    "compare",
	args:    puzzleArgs,
	summary: "run several engines side by side and check that they agree",
	long: `Runs every engine on every puzzle, checks each solution against the model, looks for solutions listed twice, and holds
counts and solution sets against each other. Prints a row per engine: puzzles, solutions, the time to open it, the
time to solve, the latter per puzzle, and the engine's effort. Where engines differ the smallest such puzzle follows,
and the exit status is 1. --encoding, --amo and --sum may list several encodings, or "all".

` + puzzleHelp + "\n\n" + engineHelp,
	examples: []example{
		{"compare --delta 2 testdata/quasimagic-180.txt", "three engines on 180 quasi-magic puzzles"},
		{"compare --engine native,paper,gini --delta 2 --rules all testdata/quasimagic-180.txt", "with the published solver and its pruning rules"},
	},
	setup: func(flags *pflag.FlagSet) action {
		mf := addModelFlags(flags)
		ef := addEngineFlags(flags, "native,gini,gophersat", "text", "json")
		return func(ctx context.Context, streams streams, args []string) error {
			return runCompare(ctx, streams, args, mf, ef)
		}
	},
}

func runCompare(ctx context.Context, streams streams, args []string, mf *modelFlags, ef *engineFlags) error {
	t, contenders, err := ef.prepare(mf)
	if err != nil {
		return err
	}
	puzzles, err := t.listPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	step, finish := progress(streams.err, len(puzzles))
	report, err := compare.Run(ctx, compare.Config{
		Model: t.model, Contenders: contenders, Givens: t.givens,
		Limit: ef.limit, Timeout: ef.timeout, Progress: step,
	}, puzzles)
	finish()
	if err != nil {
		return inputError(err)
	}
	out := newLines(streams.out)
	if ef.format == "json" {
		writeReportJSON(out, t, report)
	} else {
		writeReport(out, report)
	}
	if err := out.flush(); err != nil {
		return err
	}
	return verdict(report)
}

// verdict is the error that a report ends a command with, or nil where all engines agree and finished.
func verdict(report *compare.Report) error {
	if f, failed := report.Smallest(); failed {
		return &exitError{statusCheck, fmt.Errorf("%d disagreements; the smallest: %s: %s: %s", len(report.Failures), f.Label, where(f.Puzzle), f.Reason)}
	}
	if report.Stopped {
		return &exitError{statusStopped, fmt.Errorf("stopped by a timeout or an interrupt: some searches are unfinished")}
	}
	return nil
}
