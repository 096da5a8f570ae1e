package native

import "qmsat/model"

// postColoured posts, for each value, that its cells are one in each row and one in each column: a matching of rows to columns,
// hyper-arc consistent. It sees fish of every size.
//
// Source: Régin and Gomes, "The cardinality matrix constraint", 2004; Simonis, "Sudoku as a constraint problem", 2005.
func (b *builder) postColoured(g *model.Grid) {
	for value := range b.bits(0).All() {
		f := &flow{}
		columns := make([]int32, g.Columns)
		for c := range columns {
			columns[c] = f.node(-1)
		}
		var scope []model.Var
		for r := range g.Rows {
			row := f.node(1)
			for c, column := range columns {
				if b.over(1) {
					return
				}
				f.arc(row, column, b.placeOf(g.Cell(r, c), value))
				scope = append(scope, g.Cell(r, c))
			}
		}
		f.post(b, scope)
	}
}
