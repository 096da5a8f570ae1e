package encode

import "qmsat/model"

// Lynce and Ouaknine, Sudoku as a SAT problem, 2006.
func init() {
	CellEncodings.Register("extended", CellEncoding{Variable: oneValue, AllDifferent: oneVariable})
}

// oneValue writes that a variable has exactly one value.
func oneValue(c *Compiler, v model.Var) {
	literals := c.Map.Literals(v)
	c.AddOnce(literals)
	c.AtMostOne(literals, nil)
}

// Weber, A SAT-based Sudoku solver, 2005.
func init() {
	CellEncodings.Register("weber", CellEncoding{Variable: oneValue, AllDifferent: atMostOneVariable})
}
