package encode

import "qmsat/model"

func init() {
	RegisterCells(CellEncoding{
		Name:    "extended",
		Summary: "each cell has exactly one value, each value exactly one place in a house",
		Source:  "Lynce and Ouaknine, Sudoku as a SAT problem, 2006",
		Size: func(n int) (variables int, clauses int64) {
			return n * n * n, squares(n) * (4 + 4*pairsOf(n))
		},
		Variable:     oneValue,
		AllDifferent: onePlace,
	})
}

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

// squares returns the number of cells of an n×n grid, which is also the number of values of all its rows together.
func squares(n int) int64 { return int64(n) * int64(n) }

// pairsOf returns how many pairs n things have.
func pairsOf(n int) int64 { return int64(n) * int64(n-1) / 2 }

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
