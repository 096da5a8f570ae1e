package native

import (
	"slices"

	"qmsat/model"
)

// postSame posts a constraint for each line and box that meet: the line's cells outside the box have the same values as the box's
// cells outside the line, each value once. It is a flow: each value goes from a cell of the line, through a gate of capacity one,
// to a cell of the box. It is hyper-arc consistent.
//
// Source: Beldiceanu, Katriel and Thiel, "Filtering algorithms for the same constraint", 2004; Simonis, "Sudoku as a constraint
// problem", 2005.
func (b *builder) postSame(g *model.Grid) {
	for _, c := range g.Crossings() {
		if len(c.Line) > 0 {
			b.postSameValues(c.Line, c.Box)
		}
	}
}

func (b *builder) postSameValues(these, those []model.Var) {
	f := &flow{}
	size := b.numberings[these[0]].size
	in, out := make([]int32, size), make([]int32, size)
	for i := range size {
		in[i], out[i] = f.node(0), f.node(0)
		f.arc(in[i], out[i])
	}
	for _, v := range these {
		cell := f.node(1)
		for i := range size {
			if b.over(1) {
				return
			}
			f.arc(cell, in[i], b.bitOf(v, i))
		}
	}
	for _, v := range those {
		cell := f.node(-1)
		for i := range size {
			if b.over(1) {
				return
			}
			f.arc(out[i], cell, b.bitOf(v, i))
		}
	}
	f.post(b, slices.Concat(these, those))
}
