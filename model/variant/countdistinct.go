package variant

import "qmsat/model"

// CountDistinct counts the different values of some cells in another one.
type CountDistinct struct {
	model.Titled
	Control model.Cells `field:"control"` // one cell
	Cells   model.Cells `field:"cells"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "count-distinct", Group: Cages,
		Summary: "the control cell says how many different values the cells have",
		Example: "{kind: count-distinct, control: r1c1, cells: r1c2-r1c6}",
		New:     func() model.Named { return &CountDistinct{} },
	})
}

// Define adds a rule for each value of the control cell: it counts the values that occur.
func (c *CountDistinct) Define(d *model.Definition) {
	if len(c.Control) != 1 {
		d.Failf("control: found %d cells, expected one", len(c.Control))
		return
	}
	var occur []model.Formula
	for value := range valuesOf(d, c.Cells).All() {
		occur = append(occur, model.Or(holding(c.Cells, value)))
	}
	for number := range d.DomainOf(c.Control[0]).All() {
		says := model.Count{Kind: model.Exactly, K: number, Of: occur}
		d.Add(rule(model.Implies{If: model.Is(c.Control[0], number), Then: says}))
	}
}
