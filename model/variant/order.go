package variant

import "qmsat/model"

// GreaterThan requires the first of two cells to be larger.
type GreaterThan struct {
	model.Titled
	Pair
}

// Minimum requires cells to be smaller than all others beside them.
type Minimum struct {
	model.Titled
	Cells model.Cells `field:"cells"`
}

// Maximum requires cells to be larger than all others beside them.
type Maximum struct {
	model.Titled
	Cells model.Cells `field:"cells"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "greater-than", Group: Pairs,
		Summary: "the first of two cells is larger than the second",
		Example: "{kind: greater-than, cells: r1c1-r1c2}",
		Also:    []string{"greater", "inequality", "less-than"},
		New:     func() model.Named { return &GreaterThan{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "minimum", Group: Pairs,
		Summary: "the cells are smaller than all cells beside them that are not listed",
		Example: "{kind: minimum, cells: [r2c2, r5c7]}",
		New:     func() model.Named { return &Minimum{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "maximum", Group: Pairs,
		Summary: "the cells are larger than all cells beside them that are not listed",
		Example: "{kind: maximum, cells: [r2c2, r5c7]}",
		New:     func() model.Named { return &Maximum{} },
	})
}

// larger returns a > b.
func larger(a, b model.Var) model.Constraint {
	return &model.Linear{Terms: []model.Term{{Coefficient: 1, Var: a}, {Coefficient: -1, Var: b}}, Lo: 1, Hi: model.NoUpper}
}

// Define adds an inequality.
func (g *GreaterThan) Define(d *model.Definition) {
	if len(g.Cells) != 2 {
		d.Failf("found %d cells, expected 2", len(g.Cells))
		return
	}
	d.Add(larger(g.Cells[0], g.Cells[1]))
}

// Define adds an inequality for each cell beside.
func (m *Minimum) Define(d *model.Definition) {
	for _, two := range edges(d, m.Cells) {
		d.Add(larger(two[1], two[0]))
	}
}

// Define adds an inequality for each cell beside.
func (m *Maximum) Define(d *model.Definition) {
	for _, two := range edges(d, m.Cells) {
		d.Add(larger(two[0], two[1]))
	}
}

// edges returns each cell of a set with each cell beside it outside the set.
func edges(d *model.Definition, set model.Cells) []model.Cells {
	in := map[model.Var]bool{}
	for _, v := range set {
		in[v] = true
	}
	var list []model.Cells
	for _, two := range touching(d) {
		switch {
		case in[two[0]] && !in[two[1]]:
			list = append(list, two)
		case in[two[1]] && !in[two[0]]:
			list = append(list, model.Cells{two[1], two[0]})
		}
	}
	return list
}
