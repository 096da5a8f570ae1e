package encode

import (
	"context"

	"qmsat/model"
)

func init() {
	RegisterCells(CellEncoding{
		Name:    "optimized",
		Summary: "extended, over the values that the givens leave",
		Source:  "Kwon and Jain, Optimized CNF encoding for Sudoku puzzles, 2006",
		Reduce: func(_ context.Context, m *model.Model, cube model.Cube) Reduction {
			r := newReducer(m, cube)
			r.exclude()
			return r.Reduction
		},
		Variable:     oneValue,
		AllDifferent: onePlace,
	})
}
