package encode

import (
	"slices"

	"qmsat/model"
)

// Lynce and Ouaknine, Sudoku as a SAT problem, 2006.
func init() {
	RegisterCells("minimal", CellEncoding{
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

// permutes reports whether the all-different constraint in a place keeps its variables from having two values at once. It
// does if it has at least as many variables as values: each of n variables has a value, no two share one, so no value is left
// over. The paper counts on it. It does not hold if something other than the chosen cell encoding writes the constraint, or
// keeps some of its variables apart: that may in turn count on single values.
func (c *Compiler) permutes(place int) bool {
	permutes, known := c.permute[place]
	if !known {
		vars := c.differents[place].Vars
		permutes = !c.claimed[place] && valuesOf(c.Model, vars).Size() <= len(vars) && !c.claimedBefore(place, vars)
		c.permute[place] = permutes
	}
	return permutes
}

// claimedBefore reports whether an all-different constraint before a place that is written as part of a group has two of
// the variables.
func (c *Compiler) claimedBefore(place int, vars []model.Var) bool {
	shared := map[int]bool{}
	for _, v := range vars {
		for _, other := range c.houses[v] {
			if other < place && c.claimed[other] {
				if shared[other] {
					return true
				}
				shared[other] = true
			}
		}
	}
	return false
}
