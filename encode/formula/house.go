package formula

import "qmsat/model"

// EachValue calls write once for each value, with the literals that say that a variable has it, and their positions
// in the list. must is true if there are as many values as variables; then some variable has each value.
func (c *Compiler) EachValue(vars []model.Var, write func(literals []Literal, positions []int, must bool)) {
	values, must := HouseValues(c.Model, vars)
	for value := range values.All() {
		if !c.Work(len(vars)) {
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

// HouseValues returns the values of the variables of an all-different constraint, and whether it is a house: it has as many values
// as variables.
func HouseValues(m *model.Model, vars []model.Var) (values model.Domain, isHouse bool) {
	values = m.ValuesOf(vars)
	return values, values.Size() == len(vars)
}

// Houses returns, by variable, the indices of the all-different constraints on it.
func Houses(m *model.Model) [][]int {
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
	return c.DifferentBefore(u, v, len(c.Model.Constraints))
}

// DifferentBefore reports whether an all-different constraint before this index keeps two variables apart.
func (c *Compiler) DifferentBefore(u, v model.Var, index int) bool {
	a, b := c.Houses[u], c.Houses[v]
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
