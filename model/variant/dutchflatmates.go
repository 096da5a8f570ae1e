package variant

import "qmsat/model"

// DutchFlatmates puts, at each middle value, the lowest value above it or the highest one below it.
type DutchFlatmates struct{ model.Titled }

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "dutch-flatmates", Group: WholeGrid,
		Summary: "each 5 (the middle value) has a 1 above it or a 9 below it",
		Example: "{kind: dutch-flatmates}",
		Also:    []string{"flatmates"},
		New:     func() model.Named { return &DutchFlatmates{} },
	})
}

// Define adds a rule for each cell.
func (*DutchFlatmates) Define(d *model.Definition) {
	lo, hi, n := span(d)
	if d.Grid == nil {
		return
	}
	for v := range model.Var(d.Grid.Cells()) {
		var mates model.Or
		if row, column, _ := d.Grid.Coordinates(v); row > 0 {
			mates = append(mates, model.Is(d.Grid.Cell(row-1, column), lo))
		}
		if below := v + model.Var(d.Grid.Columns); int(below) < d.Grid.Cells() {
			mates = append(mates, model.Is(below, hi))
		}
		d.Add(rule(model.Implies{If: model.Is(v, lo+(n-1)/2), Then: mates}))
	}
}
