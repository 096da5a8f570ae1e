package variant

import "qmsat/model"

// CountingCircles says how many circles hold a value: as many as the value says, or none.
type CountingCircles struct {
	model.Titled
	Cells model.Cells `field:"cells"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "counting-circles", Group: Cages,
		Summary: "a value v that occurs in these cells occurs v times in them",
		Example: "{kind: counting-circles, cells: r1c1..r2c3}",
		New:     func() model.Named { return &CountingCircles{} },
	})
}

// Define adds an auxiliary variable for each value: the value if it occurs, else 0. They add up to the number of cells.
func (c *CountingCircles) Define(d *model.Definition) {
	var occurring model.Cells
	for value := range valuesOf(d, c.Cells).All() {
		atoms := holding(c.Cells, value)
		if value < 1 || value > len(c.Cells) {
			d.Add(count(model.AtMost, 0, atoms))
			continue
		}
		often := model.Count{Kind: model.Exactly, K: value, Of: atoms}
		occurring = append(occurring, occurrence(d, c.Cells, value, value, often))
	}
	if len(occurring) > 0 {
		d.Add(sum(occurring, len(c.Cells), len(c.Cells)))
	}
}

// occurrence adds an auxiliary variable: 0 if no cell has the value, else mark; then the formula must hold, which implies that some
// cell has it.
func occurrence(d *model.Definition, cells model.Cells, value, mark int, then model.Formula) model.Var {
	v := d.Auxiliary(model.Values(0, mark))
	d.Add(rule(model.Implies{If: model.Is(v, 0), Then: model.Count{Kind: model.AtMost, K: 0, Of: holding(cells, value)}}))
	d.Add(rule(model.Implies{If: model.Is(v, mark), Then: then}))
	return v
}
