package variant

import "qmsat/model"

// Sum adds up cells, which may be equal.
type Sum struct {
	model.Titled
	Cells model.Cells `field:"cells,repeat"` // a repeated cell counts as often
	Sum   int         `field:"sum"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "sum", Group: Cages,
		Summary: "the cells add up to the sum; they may be equal",
		Example: "{kind: sum, cells: r1c1..r2c2, sum: 15}",
		New:     func() model.Named { return &Sum{} },
	})
}

// Define adds the cells up.
func (s *Sum) Define(d *model.Definition) { d.Add(sum(s.Cells, s.Sum, s.Sum)) }
