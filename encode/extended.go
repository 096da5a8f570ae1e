package encode

import "qmsat/model"

func init() {
	RegisterCells(CellEncoding{
		Name:    "extended",
		Summary: "each cell has exactly one value, each value exactly one place in a house",
		Source:  "Lynce and Ouaknine, Sudoku as a SAT problem, 2006",
		Variable: func(c *Compiler, v model.Var) {
			literals := c.Map.Literals(v)
			c.Add(literals...)
			c.AtMostOne(literals, nil)
		},
		AllDifferent: func(c *Compiler, index int, constraint *model.AllDifferent) {
			values := valuesOf(c.Model, constraint.Vars)
			for value := range values.All() {
				c.valueInHouse(value, index, constraint.Vars, values.Size() == len(constraint.Vars))
			}
		},
	})
}

// valuesOf returns the values that some of the variables may take.
func valuesOf(m *model.Model, vars []model.Var) model.Domain {
	var all model.Domain
	for _, v := range vars {
		if d := m.DomainOf(v); all.Empty() || !d.Equal(all) {
			all = all.Union(d)
		}
	}
	return all
}

// valueInHouse writes that a value has at most one place in an all-different constraint and, where it must stand
// somewhere, at least one.
func (c *Compiler) valueInHouse(value, index int, vars []model.Var, everywhere bool) {
	var places []model.Var
	var literals []Literal
	for _, v := range vars {
		if l := c.Map.Literal(v, value); l != False {
			places = append(places, v)
			literals = append(literals, l)
		}
	}
	if everywhere {
		c.Add(literals...)
	}
	c.AtMostOne(literals, func(i, j int) bool { return c.differentBefore(places[i], places[j], index) })
}
