package encode

import "qmsat/model"

func init() {
	RegisterCells(CellEncoding{
		Name:    "extended",
		Summary: "each cell has exactly one value, each value exactly one place in a house",
		Source:  "Lynce and Ouaknine, Sudoku as a SAT problem, 2006",
		Variable: func(c *Compiler, v model.Var) {
			literals := c.Map.Literals(v)
			c.AddOnce(literals)
			c.AtMostOne(literals, nil)
		},
		AllDifferent: func(c *Compiler, index int, constraint *model.AllDifferent) {
			h := c.house(index, constraint)
			values := valuesOf(c.Model, h.vars)
			for value := range values.All() {
				literals, places := h.of(value)
				if values.Size() == len(h.vars) {
					c.AddOnce(literals)
				}
				c.AtMostOne(literals, func(i, j int) bool { return h.excluded(places[i], places[j]) })
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
