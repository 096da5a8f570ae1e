package variant

import (
	"qmsat/model"
)

// Lane is a row or a column: the place of an outside clue that does not depend on its side.
type Lane struct {
	Row    int `field:"row,optional"`
	Column int `field:"column,optional"`
}

// cells returns the cells of the lane, from the left or the top.
func (l Lane) cells(d *model.Definition) model.Cells {
	switch {
	case d.Grid == nil:
		d.Failf("found a model without a grid, expected a grid")
	case (l.Row == 0) == (l.Column == 0):
		d.Failf("found a row and a column, or neither; expected one of them")
	case l.Row < 0 || l.Row > d.Grid.Rows || l.Column < 0 || l.Column > d.Grid.Columns:
		d.Failf("found row %d and column %d, expected 1 to %d or 1 to %d", l.Row, l.Column, d.Grid.Rows, d.Grid.Columns)
	case l.Row > 0:
		return d.Grid.RowHouses()[l.Row-1].Cells
	default:
		return d.Grid.ColumnHouses()[l.Column-1].Cells
	}
	return nil
}

// Side is a row or a column seen from one end: the place of an outside clue that looks into the grid.
type Side struct {
	Lane
	End bool `field:"end,optional"` // from the right or the bottom, not from the left or the top
}

// cells returns the cells of the lane as the clue sees them, the nearest first.
func (s Side) cells(d *model.Definition) model.Cells {
	cells := s.Lane.cells(d)
	if !s.End {
		return cells
	}
	seen := make(model.Cells, 0, len(cells))
	for i := range cells {
		seen = append(seen, cells[len(cells)-1-i])
	}
	return seen
}
