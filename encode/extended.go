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

// onePlace writes that each value has at most one place in an all-different constraint, and at least one where there are as
// many values as places.
func onePlace(c *Compiler, index int, constraint *model.AllDifferent) {
	h := c.house(index, constraint)
	values := valuesOf(c.Model, h.vars)
	for value := range values.All() {
		if !c.work(len(h.vars)) {
			return
		}
		literals, places := h.of(value)
		if values.Size() == len(h.vars) {
			c.AddOnce(literals)
		}
		h.atMostOne(literals, places)
	}
}

// valuesOf returns the values that some of the variables have in the model.
func valuesOf(m *model.Model, vars []model.Var) model.Domain {
	var all model.Domain
	for _, v := range vars {
		if d := m.DomainOf(v); all.Empty() || !d.Equal(all) {
			all = all.Union(d)
		}
	}
	return all
}
