package scheme

import (
	"slices"

	"qmsat/model"
	"qmsat/native/space"
)

// postSame posts a constraint for each line and box that meet: the line's cells outside the box have the same values as the box's
// cells outside the line, each value once. It is a flow: each value goes from a cell of the line, through a gate of capacity one,
// to a cell of the box. It is hyper-arc consistent.
//
// Source: Beldiceanu, Katriel and Thiel, "Filtering algorithms for the same constraint", 2004; Simonis, "Sudoku as a constraint
// problem", 2005.
func postSame(b *space.Builder, g *model.Grid) {
	for _, c := range g.Crossings() {
		if len(c.Line) > 0 {
			postSameValues(b, c.Line, c.Box)
		}
	}
}

func postSameValues(b *space.Builder, these, those []model.Var) {
	f := &flow{}
	size := b.Numberings[these[0]].Size
	in, out := make([]int32, size), make([]int32, size)
	for i := range size {
		in[i], out[i] = f.node(0), f.node(0)
		f.arc(in[i], out[i])
	}
	for _, v := range these {
		cell := f.node(1)
		for i := range size {
			if b.Over(1) {
				return
			}
			f.arc(cell, in[i], bitOf(b.Layout, v, i))
		}
	}
	for _, v := range those {
		cell := f.node(-1)
		for i := range size {
			if b.Over(1) {
				return
			}
			f.arc(out[i], cell, bitOf(b.Layout, v, i))
		}
	}
	f.post(b, slices.Concat(these, those))
}

// postColoured posts, for each value, that its cells are one in each row and one in each column. That is a matching of rows to
// columns, made hyper-arc consistent. It finds fish of every size.
//
// Source: Régin and Gomes, "The cardinality matrix constraint", 2004; Simonis, "Sudoku as a constraint problem", 2005.
func postColoured(b *space.Builder, g *model.Grid) {
	cells := make([][][]model.Var, g.Rows)
	for r := range cells {
		for c := range g.Columns {
			cells[r] = append(cells[r], []model.Var{g.Cell(r, c)})
		}
	}
	postBand(b, cells)
}

// postBands posts, for each value and each band or stack, that each line has the value in one of its boxes, and each box in one
// of its lines. It is a flow from lines to boxes through their common cells. It finds locked candidates, and pairs of lines with
// the value in the same two boxes.
//
// Source: Simonis, "Sudoku as a constraint problem", 2005, rows and blocks interaction; we do not know which flow he uses.
func postBands(b *space.Builder, g *model.Grid) {
	for _, chute := range g.Chutes() {
		postBand(b, chute)
	}
}

// postBand posts the flows of a band or stack, or of any lines and as many boxes that cross them. chute has, by line and box, the
// cells in both.
func postBand(b *space.Builder, chute [][][]model.Var) {
	for value := range b.Bits(0).All() {
		f := &flow{}
		ends := make([]int32, len(chute[0]))
		for box := range ends {
			ends[box] = f.node(-1)
		}
		var scope []model.Var
		for _, parts := range chute {
			from := f.node(1)
			for box, variables := range parts {
				var bits []valueBit
				for _, v := range variables {
					if b.Over(1) {
						return
					}
					scope = append(scope, v)
					bits = append(bits, bitOf(b.Layout, v, value))
				}
				f.arc(from, ends[box], bits...)
			}
		}
		f.post(b, scope)
	}
}
