package native

import "qmsat/model"

// postBands posts, for each value and each band or stack, that each of its lines has the value in one of its boxes, and each of
// its boxes in one of the lines: a flow from lines to boxes through the cells that they have in common. It sees what the pairs
// of a line and a box (locked candidates) do, and pairs of lines whose value is in the same two boxes.
//
// Source: Simonis, "Sudoku as a constraint problem", 2005, rows and blocks interaction; which flow he has is not known to us.
func (b *builder) postBands(g *model.Grid) {
	for band := 0; band < g.Rows; band += g.BoxRows {
		b.postBand(g.BoxRows, g.Columns/g.BoxColumns, g.BoxColumns, func(line, box, i int) model.Var {
			return g.Cell(band+line, box*g.BoxColumns+i)
		})
	}
	for stack := 0; stack < g.Columns; stack += g.BoxColumns {
		b.postBand(g.BoxColumns, g.Rows/g.BoxRows, g.BoxRows, func(line, box, i int) model.Var {
			return g.Cell(box*g.BoxRows+i, stack+line)
		})
	}
}

// postBand posts the flows of a band or stack, whose lines and boxes have the cells in common that cell returns. As houses
// have as many cells as there are values, there are as many lines as boxes.
func (b *builder) postBand(lines, boxes, length int, cell func(line, box, i int) model.Var) {
	for value := range b.bits(0).All() {
		f := &flow{}
		ends := make([]int32, boxes)
		for box := range ends {
			ends[box] = f.node(-1)
		}
		var scope []model.Var
		for line := range lines {
			from := f.node(1)
			for box, end := range ends {
				var places []place
				for i := range length {
					if b.over(1) {
						return
					}
					v := cell(line, box, i)
					scope = append(scope, v)
					places = append(places, b.placeOf(v, value))
				}
				f.arc(from, end, places...)
			}
		}
		f.post(b, scope)
	}
}
