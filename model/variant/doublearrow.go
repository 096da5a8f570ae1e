package variant

import "qmsat/model"

// DoubleArrow says that the cells between the ends of a line add up to the sum of the ends.
type DoubleArrow struct {
	model.Titled
	Line model.Cells `field:"line,repeat"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "double-arrow", Group: Lines,
		Summary: "the cells between the ends add up to the sum of the ends",
		Example: "{kind: double-arrow, line: r1c1-r1c6}",
		New:     func() model.Named { return &DoubleArrow{} },
	})
}

// Define equates the two sums.
func (a *DoubleArrow) Define(d *model.Definition) {
	last := len(a.Line) - 1
	if last < 2 {
		d.Failf("found %d cells, expected at least 3", last+1)
		return
	}
	d.Add(equal(a.Line[1:last], model.Cells{a.Line[0], a.Line[last]})...)
}
