package variant

import "qmsat/model"

// Clone repeats the values of some cells in others.
type Clone struct {
	model.Titled
	Cells model.Cells `field:"cells"`
	Copy  model.Cells `field:"copy"` // as many, in the same order
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "clone", Group: Cages,
		Summary: "the copy has the same values as the cells, in the same places",
		Example: "{kind: clone, cells: r1c1..r2c2, copy: r5c5..r6c6}",
		New:     func() model.Named { return &Clone{} },
	})
}

// Define equates the cells one by one.
func (c *Clone) Define(d *model.Definition) {
	if len(c.Cells) != len(c.Copy) {
		d.Failf("found %d and %d cells, expected as many", len(c.Cells), len(c.Copy))
		return
	}
	for i := range c.Cells {
		d.Add(equal(c.Cells[i:i+1], c.Copy[i:i+1])...)
	}
}
