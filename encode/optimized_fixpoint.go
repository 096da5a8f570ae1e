package encode

import (
	"context"

	"qmsat/model"
)

func init() {
	RegisterCells(CellEncoding{
		Name:    "optimized-fixpoint",
		Summary: "extended, over the values that the givens and what follows from them leave",
		Source:  "Kwon and Jain, Optimized CNF encoding for Sudoku puzzles, 2006, repeated until nothing changes",
		Reduce: func(ctx context.Context, m *model.Model, cube model.Cube) Reduction {
			r := newReducer(m, cube)
			for changed := true; changed && ctx.Err() == nil; {
				values, places := r.singleValues(), r.singlePlaces()
				changed = r.exclude() || values || places
			}
			return r.Reduction
		},
		Variable:     oneValue,
		AllDifferent: onePlace,
	})
}
