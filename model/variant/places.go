package variant

import "qmsat/model"

// moves returns each two cells that one of the moves (rows down, columns right) joins, row by row.
func moves(d *Definition, by ...[2]int) []model.Cells {
	if d.Grid == nil {
		d.Failf("found a model without a grid, expected a grid")
		return nil
	}
	var pairs []model.Cells
	for r := range d.Grid.Rows {
		for c := range d.Grid.Columns {
			for _, m := range by {
				if r2, c2 := r+m[0], c+m[1]; r2 < d.Grid.Rows && c2 >= 0 && c2 < d.Grid.Columns {
					pairs = append(pairs, model.Cells{d.Grid.Cell(r, c), d.Grid.Cell(r2, c2)})
				}
			}
		}
	}
	return pairs
}

// touching returns each two cells that share a side.
func touching(d *Definition) []model.Cells { return moves(d, [2]int{0, 1}, [2]int{1, 0}) }

// squares returns each 2×2 square, in reading order.
func squares(d *Definition) []model.Cells {
	var list []model.Cells
	for _, two := range moves(d, [2]int{1, 1}) {
		list = append(list, model.Cells{two[0], two[0] + 1, two[1] - 1, two[1]})
	}
	return list
}

// side returns the number of rows of a square grid. It refuses other ones.
func side(d *Definition) int {
	switch {
	case d.Grid == nil:
		d.Failf("found a model without a grid, expected a grid")
	case d.Grid.Rows != d.Grid.Columns:
		d.Failf("found %d rows and %d columns, expected a square grid", d.Grid.Rows, d.Grid.Columns)
	default:
		return d.Grid.Rows
	}
	return 0
}

// boxed returns the grid, or an equal one with the usual boxes if it has neither boxes nor regions: as square as possible, not
// higher than wide. It refuses regions.
func boxed(d *Definition) *model.Grid {
	n := side(d)
	switch {
	case n == 0 || d.Grid.HasBoxes():
		return d.Grid
	case d.Grid.Regions != nil:
		d.Failf("found a grid with regions, expected boxes")
		return nil
	}
	if rows, columns := model.UsualBoxes(n); rows > 1 {
		return &model.Grid{Rows: n, Columns: n, BoxRows: rows, BoxColumns: columns}
	}
	d.Failf("found a grid without boxes of side %d, expected boxes, or a side that is no prime", n)
	return nil
}
