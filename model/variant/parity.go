package variant

import "qmsat/model"

// Odd requires odd values.
type Odd struct {
	model.Titled
	Cells model.Cells `field:"cells"`
}

// Even requires even values.
type Even struct {
	model.Titled
	Cells model.Cells `field:"cells"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "odd", Group: Pairs,
		Summary: "the cells have odd values",
		Example: "{kind: odd, cells: [r1c1, r5c7]}",
		New:     func() model.Named { return &Odd{} },
	})
	model.RegisterNamed(model.NamedKind{
		Name: "even", Group: Pairs,
		Summary: "the cells have even values",
		Example: "{kind: even, cells: [r1c1, r5c7]}",
		New:     func() model.Named { return &Even{} },
	})
}

// Define adds a rule for each cell.
func (o *Odd) Define(d *model.Definition) { parity(d, o.Cells, 1) }

// Define adds a rule for each cell.
func (e *Even) Define(d *model.Definition) { parity(d, e.Cells, 0) }

func parity(d *model.Definition, cells model.Cells, rest int) {
	for _, v := range cells {
		var values []int
		for x := range d.DomainOf(v).All() {
			if x&1 == rest {
				values = append(values, x)
			}
		}
		d.Add(rule(model.Is(v, values...)))
	}
}
