package encode

import (
	"slices"

	"qmsat/model"
)

func init() {
	RegisterCells(CellEncoding{
		Name:    "minimal",
		Summary: "each cell has a value, each value at most one place in a house",
		Source:  "Lynce and Ouaknine, Sudoku as a SAT problem, 2006",
		Size: func(n int) (variables int, clauses int64) {
			return n * n * n, squares(n) * (1 + 3*pairsOf(n))
		},
		Variable: func(c *Compiler, v model.Var) {
			literals := c.Map.Literals(v)
			c.AddOnce(literals)
			if !slices.ContainsFunc(c.houses[v], c.permutes) {
				c.AtMostOne(literals, nil)
			}
		},
		AllDifferent: atMostOnePlace,
	})
}

// permutes reports whether the all-different constraint in a place keeps its variables from having two values at once. That
// is so where it has no fewer variables than values: each of n variables has a value and no value two variables, so none of
// the values is left over. The paper counts on it. It does not hold where something else than the chosen cell encoding
// writes the constraint, or keeps some of its variables apart: that may count on single values in its turn.
func (c *Compiler) permutes(place int) bool {
	permutes, known := c.permute[place]
	if !known {
		vars := c.Model.Constraints[place].(*model.AllDifferent).Vars
		permutes = !c.claimed[place] && valuesOf(c.Model, vars).Size() <= len(vars) &&
			!slices.ContainsFunc(c.claimedBefore(place), func(other *model.AllDifferent) bool { return overlap(vars, other.Vars) > 1 })
		c.permute[place] = permutes
	}
	return permutes
}

// claimedBefore returns the all-different constraints before a place that are written as part of a group.
func (c *Compiler) claimedBefore(place int) (list []*model.AllDifferent) {
	for i, constraint := range c.Model.Constraints[:place] {
		if a, ok := constraint.(*model.AllDifferent); ok && c.claimed[i] {
			list = append(list, a)
		}
	}
	return list
}

// overlap returns how many variables two lists share.
func overlap(a, b []model.Var) (shared int) {
	for _, v := range a {
		if slices.Contains(b, v) {
			shared++
		}
	}
	return shared
}
