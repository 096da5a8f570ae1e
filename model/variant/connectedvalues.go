package variant

import "qmsat/model"

// ConnectedValues requires that the cells with some values are one region, connected by sides.
type ConnectedValues struct {
	model.Titled
	Cells  model.Cells `field:"cells,optional"` // nil: the grid
	Values []int       `field:"values"`
	Size   *int        `field:"size,optional"` // how many cells have these values
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "connected-values", Group: Layout,
		Summary: "the cells with one of the values are one region, connected by sides",
		Example: "{kind: connected-values, values: [1, 2], size: 18}",
		New:     func() model.Named { return &ConnectedValues{} },
	})
}

// Define connects the cells that have the values; there is at least one.
func (c *ConnectedValues) Define(d *model.Definition) {
	if values(d); d.Grid == nil {
		return
	}
	cells, size := c.Cells, &model.Range{Lo: 1, Hi: len(c.Cells)}
	for v := model.Var(0); c.Cells == nil && int(v) < d.Grid.Cells(); v++ {
		cells, size.Hi = append(cells, v), int(v)+1
	}
	if c.Size != nil {
		size = &model.Range{Lo: *c.Size, Hi: *c.Size}
	}
	d.Add(&model.Connected{Vars: cells, Edges: d.Grid.Neighbours(cells), Values: model.Values(c.Values...), Size: size})
}
