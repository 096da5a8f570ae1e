package encode

import (
	"slices"

	"qmsat/model"
)

// Lynce and Ouaknine, Sudoku as a SAT problem, 2006.
func init() {
	CellEncodings.Register("minimal", CellEncoding{
		About: About{
			Meaning: "only the clauses that are needed", Paper: "Lynce, Ouaknine 2006",
			Clauses: "n²(3n(n−1)/2 + 1)", Propagation: FromExcluded,
		},
		Variable: func(c *Compiler, v model.Var) {
			literals := c.Map.Literals(v)
			c.AddOnce(literals)
			if !slices.ContainsFunc(c.houses[v], c.permutes) {
				c.AtMostOne(literals, nil)
			}
		},
		AllDifferent: atMostOneVariable,
	})
}

// permutes reports whether the all-different constraint at an index keeps its variables from having two values at once. It does if
// there are no more values than variables: each of n variables has a value and no two share one, so no value is left for a second
// one. The paper relies on it. It need not hold if a claim writes the constraint, or writes an earlier constraint on two of its
// variables: the claim's clauses may rely on single values themselves.
func (c *Compiler) permutes(index int) bool {
	permutes, known := c.permute[index]
	if !known {
		vars := c.differents[index].Vars
		permutes = !c.claimed[index] && c.Model.ValuesOf(vars).Size() <= len(vars) && !c.claimedBefore(index, vars)
		c.permute[index] = permutes
	}
	return permutes
}

// claimedBefore reports whether a claimed all-different constraint before this index has two of the variables.
func (c *Compiler) claimedBefore(index int, vars []model.Var) bool {
	shared := map[int]bool{}
	for _, v := range vars {
		for _, other := range c.houses[v] {
			if other < index && c.claimed[other] {
				if shared[other] {
					return true
				}
				shared[other] = true
			}
		}
	}
	return false
}
