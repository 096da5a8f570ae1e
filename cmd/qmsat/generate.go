package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"qmsat/model"
	"qmsat/native/generate"
)

var generateCommand = &command{
	name:    "generate",
	args:    "",
	summary: "make puzzles from a seed",
	long: `Prints puzzles of plain Sudoku, one a line, after a comment line with the flags that made them: full grids, made by
shuffling a pattern, of which only some cells are kept. The same seed gives the same puzzles on every machine. Whether
a puzzle has one solution is not looked at. Grids of more than 61 rows are printed as numbers.`,
	examples: []example{
		{"generate --givens 30 --count 3", "three puzzles"},
		{"generate --box 2x3 --givens 12 --seed 7 --numbers", "a 6×6 puzzle as numbers"},
	},
	setup: func(flags *pflag.FlagSet) action {
		f := &generateFlags{}
		flags.StringVar(&f.box, "box", "3x3", "boxes of `RxC` cells")
		flags.IntVar(&f.givens, "givens", 0, "cells that are kept, `K`; required")
		flags.IntVar(&f.count, "count", 1, "how many puzzles, `N`")
		flags.Uint64Var(&f.seed, "seed", 1, "`S`, the seed")
		flags.BoolVar(&f.numbers, "numbers", false, "print blank-separated numbers, 0 for an empty cell")
		flags.StringVarP(&f.output, "output", "o", "", "write to `FILE` instead of standard output")
		return func(ctx context.Context, streams streams, args []string) error {
			if len(args) > 0 {
				return usageErrorf("%d arguments, expected none", len(args))
			}
			if !flags.Changed("givens") {
				return usageErrorf("no --givens, expected how many cells are kept")
			}
			return f.run(ctx, streams)
		}
	},
}

type generateFlags struct {
	box     string
	givens  int
	count   int
	seed    uint64
	numbers bool
	output  string
}

func (f *generateFlags) run(ctx context.Context, streams streams) error {
	boxRows, boxColumns, err := model.ParseDimensions(f.box)
	if err != nil {
		return usageErrorf("--box: %v", err)
	}
	m, err := model.Sudoku(boxRows, boxColumns)
	if err != nil {
		return usageErrorf("--box: %v", err)
	}
	if f.givens < 0 || f.givens > m.Grid.Cells() {
		return usageErrorf("--givens %d, expected 0 to %d", f.givens, m.Grid.Cells())
	}
	if f.count < 0 {
		return usageErrorf("--count %d, expected a number that is not negative", f.count)
	}
	notation := m.Notation()
	if f.numbers {
		notation = model.Numbers
	}
	return writeFile(f.output, streams.out, func(w io.Writer) error {
		out := newLines(w)
		out.line(fmt.Sprintf("# qmsat generate --box %s --givens %d --count %d --seed %d", f.box, f.givens, f.count, f.seed))
		random := generate.NewRandom(f.seed)
		for range f.count {
			if ctx.Err() != nil {
				return firstError(out.flush(), &exitError{statusStopped, fmt.Errorf("interrupted")})
			}
			cube, err := generate.Givens(random, generate.Sudoku(random, boxRows, boxColumns), f.givens)
			if err != nil {
				return err
			}
			if err := out.line(notation.FormatCube(m, cube)); err != nil {
				return err
			}
		}
		return out.flush()
	})
}
