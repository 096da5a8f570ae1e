package cells

import (
	"qmsat/encode/formula"
	"qmsat/model"
)

// Lynce and Ouaknine, Sudoku as a SAT problem, 2006.
func init() {
	formula.CellEncodings.Register("extended", formula.CellEncoding{About: formula.About{
		Meaning: "weber, and each house (row, column, box) has each value", Paper: "Lynce, Ouaknine 2006",
		Clauses: "n²(2n(n−1) + 4)", Propagation: formula.HiddenSingles,
	}, Variable: oneValue, AllDifferent: oneVariable})
}

// oneValue writes that a variable has exactly one value.
func oneValue(c *formula.Compiler, v model.Var) {
	literals := c.Map.Literals(v)
	c.AddOnce(literals)
	c.AtMostOne(literals, nil)
}

// Weber, A SAT-based Sudoku solver, 2005.
func init() {
	formula.CellEncodings.Register("weber", formula.CellEncoding{About: formula.About{
		Meaning: "minimal, and each cell has at most one value", Paper: "Weber 2005",
		Clauses: "n²(2n(n−1) + 1)", Propagation: formula.NakedSingles,
	}, Variable: oneValue, AllDifferent: atMostOneVariable})
}

// oneVariable writes that at most one variable of an all-different constraint has each value. If there are as many values as
// variables, one has it.
func oneVariable(c *formula.Compiler, index int, constraint *model.AllDifferent) {
	onePerValue(c, index, constraint, true)
}

// atMostOneVariable writes that at most one variable of an all-different constraint has each value.
func atMostOneVariable(c *formula.Compiler, index int, constraint *model.AllDifferent) {
	onePerValue(c, index, constraint, false)
}

func onePerValue(c *formula.Compiler, index int, constraint *model.AllDifferent, atLeastOne bool) {
	vars := constraint.Vars
	n := len(vars)
	if !c.Ask(int64(n) * int64(n)) {
		return
	}
	// Whether an earlier constraint keeps two variables apart does not depend on the value.
	apart := make([][]bool, n) // by the later of two, then by the other one
	for i, u := range vars {
		if !c.Work(i) {
			return
		}
		apart[i] = make([]bool, i)
		for j, v := range vars[:i] {
			apart[i][j] = c.DifferentBefore(u, v, index)
		}
	}
	c.EachValue(vars, func(literals []formula.Literal, positions []int, must bool) {
		if must && atLeastOne {
			c.AddOnce(literals)
		}
		c.AtMostOne(literals, func(i, j int) bool {
			one, other := positions[i], positions[j]
			return one != other && apart[max(one, other)][min(one, other)]
		})
	})
}
