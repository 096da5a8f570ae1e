package encode

import "qmsat/model"

// Lynce and Ouaknine, Sudoku as a SAT problem, 2006.
func init() { RegisterCells("extended", CellEncoding{Variable: oneValue, AllDifferent: onePlace}) }

// oneValue writes that a variable has exactly one value.
func oneValue(c *Compiler, v model.Var) {
	literals := c.Map.Literals(v)
	c.AddOnce(literals)
	c.AtMostOne(literals, nil)
}
