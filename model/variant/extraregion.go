package variant

import "qmsat/model"

// ExtraRegion requires different values, as a row does.
type ExtraRegion struct {
	model.Titled
	Cells model.Cells `field:"cells"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "extra-region", Group: Cages,
		Summary: "all cells differ",
		Example: "{kind: extra-region, cells: r2c2..r4c4}",
		Also:    []string{"region"},
		New:     func() model.Named { return &ExtraRegion{} },
	})
}

// Define makes the cells differ.
func (e *ExtraRegion) Define(d *model.Definition) { d.Add(different(e.Cells)) }
