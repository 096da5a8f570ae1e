package main

import (
	"context"

	"github.com/spf13/pflag"

	"qmsat/model"
)

var countCommand = &command{
	name:    "count",
	args:    puzzleArgs,
	summary: "count solutions",
	long: `Prints the exact number of solutions of each puzzle, one a line, in the order they came; ">=K" where a limit or a
timeout stopped the search at K. --states prints the size of the search space instead, without a search: the product
over the boxes of the factorial of the number of their open cells (Roach et al. 2009, equation 1).

` + puzzleHelp,
	examples: []example{
		{"count --box 2x2", "the number of 4×4 Sudoku grids"},
		{"count --engine gini --limit 2 --model testdata/models/killer-9.yaml", "is the solution of a model file the only one?"},
		{"count --states 1.....2....................3..45.6....................7.....8....................", "the number of states of a puzzle"},
	},
	setup: func(flags *pflag.FlagSet) action {
		mf := addModelFlags(flags)
		ef := addEngineFlags(flags, "native", "text", "json")
		states := flags.Bool("states", false, "print the number of states, without a search")
		return func(ctx context.Context, streams streams, args []string) error {
			if *states {
				return countStates(ctx, streams, args, mf, ef)
			}
			return count(ctx, streams, args, mf, ef)
		}
	},
}

func count(ctx context.Context, streams streams, args []string, mf *modelFlags, ef *engineFlags) error {
	s, err := ef.search(mf)
	if err != nil {
		return err
	}
	out := newLines(streams.out)
	s.done = func(p model.Puzzle, o outcome) error {
		if ef.format == "json" {
			return firstError(out.object(s.record(p, o)), out.flush())
		}
		text := o.count()
		if !o.Complete {
			text = ">=" + text
		}
		return firstError(out.line(text), out.flush())
	}
	return s.run(ctx, streams, args, out)
}
