package variant

import "qmsat/model"

// EqualityCage has as many even values as odd ones, and as many low values as high ones.
type EqualityCage struct {
	model.Titled
	Cells model.Cells `field:"cells"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "equality-cage", Group: Cages,
		Summary: "all differ; as many even as odd, as many low as high; no middle value",
		Example: "{kind: equality-cage, cells: r1c1..r2c2}",
		New:     func() model.Named { return &EqualityCage{} },
	})
}

// Define makes the cells differ, and counts the even and the low values.
func (e *EqualityCage) Define(d *model.Definition) {
	if len(e.Cells)%2 > 0 {
		d.Failf("found %d cells, expected an even number", len(e.Cells))
	}
	lo, hi, n := span(d)
	var even model.Domain
	for value := lo; value <= hi; value++ {
		if value%2 == 0 {
			even = even.Union(model.Values(value))
		}
	}
	low, high := model.Interval(lo, lo+n/2-1), model.Interval(hi-n/2+1, hi)
	d.Add(different(e.Cells))
	for _, values := range []model.Domain{even, low, high} {
		d.Add(count(model.Exactly, len(e.Cells)/2, of(e.Cells, values)))
	}
}
