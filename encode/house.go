package encode

import "qmsat/model"

// eachValue calls write once for each value, with the literals that say that a variable has it, and the places of those
// variables. must is true if there are as many values as variables; then some variable has each value.
func (c *Compiler) eachValue(vars []model.Var, write func(literals []Literal, places []int, must bool)) {
	values := valuesOf(c.Model, vars)
	for value := range values.All() {
		if !c.work(len(vars)) {
			return
		}
		var literals []Literal
		var places []int
		for place, v := range vars {
			if l := c.Map.Literal(v, value); l != False {
				literals, places = append(literals, l), append(places, place)
			}
		}
		write(literals, places, values.Size() == len(vars))
	}
}

// onePlace writes that each value has at most one place in an all-different constraint. If there are as many values as places,
// each also has at least one.
func onePlace(c *Compiler, index int, constraint *model.AllDifferent) {
	c.places(index, constraint, true)
}

// atMostOnePlace writes that each value has at most one place in an all-different constraint.
func atMostOnePlace(c *Compiler, index int, constraint *model.AllDifferent) {
	c.places(index, constraint, false)
}

func (c *Compiler) places(index int, constraint *model.AllDifferent, atLeastOne bool) {
	vars := constraint.Vars
	n := len(vars)
	if !c.ask(int64(n) * int64(n)) {
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
	c.eachValue(vars, func(literals []Literal, places []int, must bool) {
		if must && atLeastOne {
			c.AddOnce(literals)
		}
		c.AtMostOne(literals, func(i, j int) bool { return apart[places[i]*n+places[j]] })
	})
}

// valuesOf returns the values that at least one of the variables has in the model.
func valuesOf(m *model.Model, vars []model.Var) model.Domain {
	var all model.Domain
	for _, v := range vars {
		if d := m.DomainOf(v); all.Empty() || !d.Equal(all) {
			all = all.Union(d)
		}
	}
	return all
}

// allDifferentsOf returns, by variable, the places of the all-different constraints on it.
func allDifferentsOf(m *model.Model) [][]int {
	places := make([][]int, len(m.Variables))
	for i, different := range model.Each[*model.AllDifferent](m.Constraints) {
		for _, v := range different.Vars {
			places[v] = append(places[v], i)
		}
	}
	return places
}

// Different reports whether an all-different constraint keeps two variables apart.
func (c *Compiler) Different(u, v model.Var) bool {
	return c.differentBefore(u, v, len(c.Model.Constraints))
}

// differentBefore reports whether an all-different constraint placed before the given one keeps two variables apart.
func (c *Compiler) differentBefore(u, v model.Var, place int) bool {
	a, b := c.houses[u], c.houses[v]
	for len(a) > 0 && len(b) > 0 && a[0] < place && b[0] < place {
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
