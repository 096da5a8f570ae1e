package cells

import (
	"slices"

	"qmsat/encode/formula"
	"qmsat/model"
)

// Lynce and Ouaknine, Sudoku as a SAT problem, 2006.
func init() {
	formula.CellEncodings.Register("minimal", formula.CellEncoding{
		About: formula.About{
			Meaning: "only the clauses that are needed", Paper: "Lynce, Ouaknine 2006",
			Clauses: "n²(3n(n−1)/2 + 1)", Propagation: formula.FromExcluded,
		},
		Variable: func(c *formula.Compiler, v model.Var) {
			literals := c.Map.Literals(v)
			c.AddOnce(literals)
			if !slices.ContainsFunc(c.Houses[v], func(index int) bool { return permutes(c, index) }) {
				c.AtMostOne(literals, nil)
			}
		},
		AllDifferent: atMostOneVariable,
	})
}

// permutations has known answers of permutes, by index.
type permutations map[int]bool

// permutes reports whether the all-different constraint at an index keeps its variables from having two values at once. It does if
// there are no more values than variables: each of n variables has a value and no two share one, so no value is left for a second
// one. The paper relies on it. It need not hold if a claim writes the constraint, or writes an earlier constraint on two of its
// variables: the claim's clauses may rely on single values themselves.
func permutes(c *formula.Compiler, index int) bool {
	answers := formula.Kept(c, func() permutations { return permutations{} })
	permutes, known := answers[index]
	if !known {
		vars := c.Model.Constraints[index].Scope()
		permutes = !c.Claimed[index] && c.Model.ValuesOf(vars).Size() <= len(vars) && !claimedBefore(c, index, vars)
		answers[index] = permutes
	}
	return permutes
}

// claimedBefore reports whether a claimed all-different constraint before this index has two of the variables.
func claimedBefore(c *formula.Compiler, index int, vars []model.Var) bool {
	shared := map[int]bool{}
	for _, v := range vars {
		for _, other := range c.Houses[v] {
			if other < index && c.Claimed[other] {
				if shared[other] {
					return true
				}
				shared[other] = true
			}
		}
	}
	return false
}
