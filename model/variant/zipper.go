package variant

import "qmsat/model"

// Zipper gives one sum to all pairs of cells at the same distance from the centre of a line.
type Zipper struct {
	model.Titled
	Line model.Cells `field:"line,repeat"`
}

func init() {
	model.RegisterNamed(model.NamedKind{
		Name: "zipper", Group: Lines,
		Summary: "cells at the same distance from the centre have one sum; it is the centre's value",
		Example: "{kind: zipper, line: r1c1-r1c5}",
		Also:    []string{"zipper-line"},
		New:     func() model.Named { return &Zipper{} },
	})
}

// Define equates each pair's sum with the centre, or with the innermost pair's sum if there is no centre.
func (z *Zipper) Define(d *model.Definition) {
	pairs := opposite(z.Line)
	if len(z.Line)%2 == 1 {
		pairs = append(pairs, model.Cells{z.Line[len(z.Line)/2]})
	}
	d.Add(equalSums(pairs)...)
}
