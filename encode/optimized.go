package encode

import (
	"context"

	"qmsat/model"
)

// Kwon and Jain, Optimized CNF encoding for Sudoku puzzles, 2006.
func init() {
	CellEncodings.Register("optimized", CellEncoding{
		Reduce: func(_ context.Context, m *model.Model, cube model.Cube) Reduction {
			r := newReducer(m, cube)
			r.exclude()
			return r.Reduction
		},
		Variable:     oneValue,
		AllDifferent: oneVariable,
	})
}

// The same, repeated until nothing changes.
func init() {
	CellEncodings.Register("optimized-fixpoint", CellEncoding{
		Reduce: func(ctx context.Context, m *model.Model, cube model.Cube) Reduction {
			r := newReducer(m, cube)
			for changed := true; changed && ctx.Err() == nil; {
				naked, hidden := r.nakedSingles(), r.hiddenSingles()
				changed = r.exclude() || naked || hidden
			}
			return r.Reduction
		},
		Variable:     oneValue,
		AllDifferent: oneVariable,
	})
}
