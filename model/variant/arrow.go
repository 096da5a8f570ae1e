package variant

import (
	"slices"

	"qmsat/model"
)

// Arrow gives the sum of each shaft in its bulb. A bulb of several cells (a pill) is a decimal number.
type Arrow struct {
	model.Titled
	Bulb   model.Cells   `field:"bulb"`          // read from left to right and from top to bottom, in whatever order they are given
	Shafts []model.Cells `field:"shafts,repeat"` // without the bulb
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "arrow", Group: Lines,
		Summary: "each shaft adds up to its bulb; a bulb of several cells is read as one number",
		Example: "{kind: arrow, bulb: r1c1, shafts: [r1c2-r1c4, r2c2-r4c4]}",
		Also:    []string{"pill-arrow"},
		New:     func() model.Named { return &Arrow{} },
	})
}

// Define adds a sum per shaft. The cells of a bulb are decimal digits, except the first.
func (a *Arrow) Define(d *model.Definition) {
	bulb := slices.Sorted(slices.Values(a.Bulb))
	var number []model.Term
	for i, weight := len(bulb)-1, -1; i >= 0; i, weight = i-1, 10*weight {
		number = append(number, model.Term{Coefficient: weight, Var: bulb[i]})
		if i > 0 && d.DomainOf(bulb[i]).Max() > 9 {
			d.Add(rule(in(bulb[i], 0, 9)))
		}
	}
	for _, shaft := range a.Shafts {
		d.Add(balance(append(plain(shaft, 1), number...)...)...)
	}
}
