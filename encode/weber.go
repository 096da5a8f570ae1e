package encode

// Weber, A SAT-based Sudoku solver, 2005.
func init() { RegisterCells("weber", CellEncoding{Variable: oneValue, AllDifferent: atMostOnePlace}) }
