package variant

import "qmsat/model"

// Rellik is a cage in which no cells add up to the sum.
type Rellik struct {
	model.Titled
	Cells model.Cells `field:"cells"`
	Sum   int         `field:"sum"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "rellik", Group: Cages,
		Summary: "all cells differ; no one or more of them add up to the sum",
		Example: "{kind: rellik, cells: r1c1..r2c2, sum: 10}",
		Also:    []string{"rellik-cage"},
		New:     func() model.Named { return &Rellik{} },
	})
}

// Define makes the cells differ. For each set of values with the sum, a rule says that some of it does not occur.
func (r *Rellik) Define(d *model.Definition) {
	d.Add(different(r.Cells))
	lo, hi, _ := span(d)
	for _, set := range sets(lo, hi, len(r.Cells), r.Sum) {
		d.Add(count(model.AtMost, len(set)-1, of(r.Cells, model.Values(set...))))
	}
}

// sets returns the sets of at least one and at most k values from lo (0 or more) to hi that have the sum, each in increasing order.
func sets(lo, hi, k, sum int) (list [][]int) {
	for least := lo; least <= min(hi, sum) && k > 0; least++ {
		if least == sum {
			list = append(list, []int{least})
		}
		for _, others := range sets(least+1, hi, k-1, sum-least) {
			list = append(list, append([]int{least}, others...))
		}
	}
	return list
}
