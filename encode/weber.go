package encode

func init() {
	RegisterCells(CellEncoding{
		Name:    "weber",
		Summary: "each cell has exactly one value, each value at most one place in a house",
		Source:  "Weber, A SAT-based Sudoku solver, 2005",
		Size: func(n int) (variables int, clauses int64) {
			return n * n * n, squares(n) * (1 + 4*pairsOf(n))
		},
		Variable:     oneValue,
		AllDifferent: atMostOnePlace,
	})
}
