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

// Define adds an auxiliary variable for each value that is 1 if it occurs, else 0. They add up to the control cell. That this
// is at most the number of cells is implied.
func (c *CountDistinct) Define(d *model.Definition) {
	if len(c.Control) != 1 {
		d.Failf("control: found %d cells, expected one", len(c.Control))
		return
	}
	d.Add(rule(in(c.Control[0], 1, len(c.Cells))))
	terms := plain(c.Control, -1)
	for value := range valuesOf(d, c.Cells).All() {
		terms = append(terms, model.Term{Coefficient: 1, Var: occurrence(d, c.Cells, value, 1, model.Or(holding(c.Cells, value)))})
	}
	d.Add(balance(terms...)...)
}
