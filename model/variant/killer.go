package variant

import "qmsat/model"

// Killer is a cage: all cells differ, and they have a sum if one is given.
type Killer struct {
	model.Titled
	Cells model.Cells `field:"cells"`
	Sum   *int        `field:"sum,optional"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "killer", Group: Cages,
		Summary: "all cells differ; they add up to the sum if there is one",
		Example: "{kind: killer, cells: r1c1..r2c2, sum: 15}",
		Also:    []string{"cage", "killer-cage"},
		New:     func() model.Named { return &Killer{} },
	})
}

// Define makes the cells all-different and adds them up.
func (k *Killer) Define(d *model.Definition) {
	d.Add(different(k.Cells))
	if k.Sum != nil {
		d.Add(sum(k.Cells, *k.Sum, *k.Sum))
	}
}
