package native

import "qmsat/model"

// postBands posts, for each value and each band or stack, that each line has the value in one of its boxes, and each box in one
// of its lines. It is a flow from lines to boxes through their common cells. It finds locked candidates, and pairs of lines with
// the value in the same two boxes.
//
// Source: Simonis, "Sudoku as a constraint problem", 2005, rows and blocks interaction; we do not know which flow he uses.
func (b *builder) postBands(g *model.Grid) {
	for _, chute := range g.Chutes() {
		b.postBand(chute)
	}
}

// postBand posts the flows of a band or stack, or of any lines and as many boxes that cross them. chute has, by line and box, the
// cells in both.
func (b *builder) postBand(chute [][][]model.Var) {
	for value := range b.bits(0).All() {
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
					if b.over(1) {
						return
					}
					scope = append(scope, v)
					bits = append(bits, b.bitOf(v, value))
				}
				f.arc(from, ends[box], bits...)
			}
		}
		f.post(b, scope)
	}
}
