package encode

func init() {
	RegisterCells(CellEncoding{
		Name:         "weber",
		Summary:      "each cell has exactly one value, each value at most one place in a house",
		Source:       "Weber, A SAT-based Sudoku solver, 2005",
		Variable:     oneValue,
		AllDifferent: atMostOnePlace,
	})
}
