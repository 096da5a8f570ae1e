package variant

import "qmsat/model"

// Thermometer requires values that increase from the bulb.
type Thermometer struct {
	model.Titled
	Line model.Cells `field:"line"`          // bulb first
	Slow bool        `field:"slow,optional"` // never decreasing suffices
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "thermometer", Group: Lines,
		Summary: "values increase from the bulb; slow: never decrease",
		Example: "{kind: thermometer, line: r1c1-r1c5}",
		Also:    []string{"thermo", "slow-thermometer"},
		New:     func() model.Named { return &Thermometer{} },
	})
}

// Define makes each cell larger than the one before, or at least as large.
func (t *Thermometer) Define(d *model.Definition) {
	least := 1
	if t.Slow {
		least = 0
	}
	for i := 1; i < len(t.Line); i++ {
		d.Add(&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: t.Line[i]}, {Coefficient: -1, Var: t.Line[i-1]}}, Lo: least, Hi: model.NoUpper})
	}
}
