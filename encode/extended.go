package encode

import "qmsat/model"

// Lynce and Ouaknine, Sudoku as a SAT problem, 2006.
func init() {
	CellEncodings.Register("extended", CellEncoding{
		About: About{
			Meaning: "weber, and each house (row, column, box) has each value", Paper: "Lynce, Ouaknine 2006",
			Clauses: "n²(2n(n−1) + 4)", Propagation: HiddenSingles,
		},
		Variable: oneValue, AllDifferent: oneVariable,
	})
}

// oneValue writes that a variable has exactly one value.
func oneValue(c *Compiler, v model.Var) {
	literals := c.Map.Literals(v)
	c.AddOnce(literals)
	c.AtMostOne(literals, nil)
}

// Weber, A SAT-based Sudoku solver, 2005.
func init() {
	CellEncodings.Register("weber", CellEncoding{
		About: About{
			Meaning: "minimal, and each cell has at most one value", Paper: "Weber 2005",
			Clauses: "n²(2n(n−1) + 1)", Propagation: NakedSingles,
		},
		Variable: oneValue, AllDifferent: atMostOneVariable,
	})
}
