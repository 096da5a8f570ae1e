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

// Define adds a rule for each value, and an auxiliary variable that is the value if it occurs, else 0. These add up to the number of
// cells.
func (c *CountingCircles) Define(d *model.Definition) {
	var occurring model.Cells
	for value := range valuesOf(d, c.Cells).All() {
		atoms := holding(c.Cells, value)
		none := model.Count{Kind: model.AtMost, K: 0, Of: atoms}
		if value < 1 || value > len(c.Cells) {
			d.Add(rule(none))
			continue
		}
		v := d.Auxiliary(model.Values(0, value))
		occurring = append(occurring, v)
		d.Add(rule(model.Implies{If: model.Is(v, 0), Then: none}))
		d.Add(rule(model.Implies{If: model.Is(v, value), Then: model.Count{Kind: model.Exactly, K: value, Of: atoms}}))
	}
	if len(occurring) > 0 {
		d.Add(sum(occurring, len(c.Cells), len(c.Cells)))
	}
}
