package native

import "qmsat/model"

// postColoured posts, for each value, that its cells are one in each row and one in each column. That is a matching of rows to
// columns, made hyper-arc consistent. It finds fish of every size.
//
// Source: Régin and Gomes, "The cardinality matrix constraint", 2004; Simonis, "Sudoku as a constraint problem", 2005.
func (b *builder) postColoured(g *model.Grid) {
	cells := make([][][]model.Var, g.Rows)
	for r := range cells {
		for c := range g.Columns {
			cells[r] = append(cells[r], []model.Var{g.Cell(r, c)})
		}
	}
	b.postBand(cells)
}
