package encode

import (
	"cmp"

	"qmsat/internal/memory"
	"qmsat/model"
)

// eachValue calls write once for each value, with the literals that say that a variable has it, and their positions
// in the list. must is true if there are as many values as variables; then some variable has each value.
func (c *Compiler) eachValue(vars []model.Var, write func(literals []Literal, positions []int, must bool)) {
	values, must := HouseValues(c.Model, vars)
	for value := range values.All() {
		if !c.work(len(vars)) {
			return
		}
		var literals []Literal
		var positions []int
		for position, v := range vars {
			if l := c.Map.Literal(v, value); l != False {
				literals, positions = append(literals, l), append(positions, position)
			}
		}
		write(literals, positions, must)
	}
}

// oneVariable writes that at most one variable of an all-different constraint has each value. If there are as many values as
// variables, one has it.
func oneVariable(c *Compiler, index int, constraint *model.AllDifferent) {
	c.onePerValue(index, constraint, true)
}

// atMostOneVariable writes that at most one variable of an all-different constraint has each value.
func atMostOneVariable(c *Compiler, index int, constraint *model.AllDifferent) {
	c.onePerValue(index, constraint, false)
}

func (c *Compiler) onePerValue(index int, constraint *model.AllDifferent, atLeastOne bool) {
	vars := constraint.Vars
	n := len(vars)
	if err := memory.Ask(c.ctx, c.growing(), int64(n)*int64(n)); err != nil {
		c.err = cmp.Or(c.err, err)
		return
	}
	// Whether an earlier constraint keeps two variables apart does not depend on the value.
	apart := make([]bool, n*n)
	for i, u := range vars {
		if !c.work(i) {
			return
		}
		for j, v := range vars[:i] {
			if c.differentBefore(u, v, index) {
				apart[i*n+j], apart[j*n+i] = true, true
			}
		}
	}
	c.eachValue(vars, func(literals []Literal, positions []int, must bool) {
		if must && atLeastOne {
			c.AddOnce(literals)
		}
		c.AtMostOne(literals, func(i, j int) bool { return apart[positions[i]*n+positions[j]] })
	})
}

// HouseValues returns the values of the variables of an all-different constraint, and whether it is a house: it has as many values
// as variables.
func HouseValues(m *model.Model, vars []model.Var) (values model.Domain, isHouse bool) {
	values = m.ValuesOf(vars)
	return values, values.Size() == len(vars)
}

// allDifferentsOf returns, by variable, the indices of the all-different constraints on it.
func allDifferentsOf(m *model.Model) [][]int {
	indices := make([][]int, len(m.Variables))
	for i, different := range model.Each[*model.AllDifferent](m.Constraints) {
		for _, v := range different.Vars {
			indices[v] = append(indices[v], i)
		}
	}
	return indices
}

// Different reports whether an all-different constraint keeps two variables apart.
func (c *Compiler) Different(u, v model.Var) bool {
	return c.differentBefore(u, v, len(c.Model.Constraints))
}

// differentBefore reports whether an all-different constraint before this index keeps two variables apart.
func (c *Compiler) differentBefore(u, v model.Var, index int) bool {
	a, b := c.houses[u], c.houses[v]
	for len(a) > 0 && len(b) > 0 && a[0] < index && b[0] < index {
		switch {
		case a[0] == b[0]:
			return true
		case a[0] < b[0]:
			a = a[1:]
		default:
			b = b[1:]
		}
	}
	return false
}
