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

// Define adds a rule for each value.
func (c *CountingCircles) Define(d *model.Definition) {
	for value := range values(d).All() {
		atoms := holding(c.Cells, value)
		none := model.Count{Kind: model.AtMost, K: 0, Of: atoms}
		if value < 1 || value > len(c.Cells) {
			d.Add(rule(none))
		} else {
			d.Add(rule(model.Or{none, model.Count{Kind: model.Exactly, K: value, Of: atoms}}))
		}
	}
}
