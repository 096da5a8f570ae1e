package variant

import "qmsat/model"

// ValueIndexing says how far along a line the first value stands again.
type ValueIndexing struct {
	model.Titled
	Line model.Cells `field:"line,repeat"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "value-indexing", Group: Lines,
		Summary: "the first value stands again as many cells after the second as the second says",
		Example: "{kind: value-indexing, line: r1c1-r1c6}",
		New:     func() model.Named { return &ValueIndexing{} },
	})
}

// Define makes the second cell the index of the first among the others.
func (v *ValueIndexing) Define(d *model.Definition) {
	if len(v.Line) < 3 {
		d.Failf("found %d cells, expected at least 3", len(v.Line))
		return
	}
	d.Add(&model.Element{Index: v.Line[1], Of: v.Line[2:], Result: v.Line[0]})
}
