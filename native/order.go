package native

import (
	"qmsat/model"
	"qmsat/model/engine"
)

// The default orders of the general search: for plain and quasi-magic 9×9 grids and smaller ones; for all other grids; and for
// models without a grid. Larger grids with an objective are searched as models without a grid.
//
// At 9×9, counting failures costs more than it saves on plain puzzles: with 1000 solutions each it takes half as long again.
//
// Of 200 random 25×25 grids with 45 or 47 % of the cells given, "conflicts" decides all within 5 s, with 1.6 million nodes, and
// "failures" 196, with 5.5 million. It fills an empty quasi-magic 16×16 grid for Δ = 6 after 37,901 nodes, "failures" after
// 306,872. Counts of all solutions take as many nodes by both.
//
// Grids with other constraints: of 56 puzzles of Interactive Sudoku Solver neither easy nor beyond all orders, "conflicts"
// solves 44 within 0.6 s, "failures" 38, "fewest" 32. Without the last conflict it is 42, without values of houses 40, without
// restarts 43, without the blame of the variable just decided 42. Of 40 non-consecutive grids with one to four givens, it takes
// 1.6 million nodes, "fewest" 4.4 million; only the empty one is easier for "fewest", by luck.
//
// Models without a grid use "failures": all graceful labellings of a prism take 4,866 nodes by it and 4,252,569 by "fewest", all
// magic squares of order 4 half as many, and 12 queens a twentieth more.
const (
	orderOfSmall  = "fewest"
	orderOfGrids  = "conflicts"
	orderOfOthers = "failures"
)

// orderFor returns the name of the general search's order for a model, unless one is chosen, and whether the model is a grid with
// further constraints.
func orderFor(m *model.Model, options engine.Options) (name string, further bool) {
	_, plain := m.Family()
	switch small := len(m.Variables) <= engine.LimitsOf[limits](options).Small; {
	case m.Grid != nil && small && (plain || m.Objective != nil):
		return orderOfSmall, false
	case m.Grid != nil && m.Objective == nil:
		return orderOfGrids, !plain
	}
	return orderOfOthers, false
}
