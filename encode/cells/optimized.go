package cells

import (
	"context"

	"qmsat/encode/formula"
	"qmsat/model"
)

// Kwon and Jain, Optimized CNF encoding for Sudoku puzzles, 2006.
func init() {
	formula.CellEncodings.Register("optimized", formula.CellEncoding{
		About: formula.About{
			Meaning: "extended, without what givens exclude", Paper: "Kwon, Jain 2006",
			Clauses: "n²(2n(n−1) + 4)", Propagation: formula.HiddenSingles,
		},
		Reduce: func(_ context.Context, m *model.Model, cube model.Cube) formula.Reduction {
			r := newReducer(m, cube)
			r.exclude()
			return r.Reduction
		},
		Variable:     oneValue,
		AllDifferent: oneVariable,
	})
}

// Reduced names the encoding that is what unit propagation of the givens leaves of the extended one.
const Reduced = "optimized-fixpoint"

// The same, repeated until nothing changes.
func init() {
	formula.CellEncodings.Register(Reduced, formula.CellEncoding{About: formula.About{
		Meaning: "the same, repeated until nothing changes", Clauses: "n²(2n(n−1) + 4)", Propagation: formula.HiddenSingles,
	}, Reduce: reduceByGivens, Variable: oneValue, AllDifferent: oneVariable})
}

// reduceByGivens removes what naked and hidden singles exclude, until nothing changes.
func reduceByGivens(ctx context.Context, m *model.Model, cube model.Cube) formula.Reduction {
	r := newReducer(m, cube)
	for changed := true; changed && ctx.Err() == nil; {
		naked, hidden := r.nakedSingles(), r.hiddenSingles()
		changed = r.exclude() || naked || hidden
	}
	return r.Reduction
}
