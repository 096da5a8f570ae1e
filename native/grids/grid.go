package grids

import "qmsat/model"

// Grid is the content of the 81 cells, row by row, or a part of them with 0 for open cells.
type Grid [cells]uint8

// String returns 81 characters, "." for an open cell.
func (g Grid) String() string {
	var text [cells]byte
	for i, d := range g {
		text[i] = '0' + d
		if d == 0 {
			text[i] = '.'
		}
	}
	return string(text[:])
}

// layout is the grid.
var layout = &model.Grid{Rows: digits, Columns: digits, BoxRows: side, BoxColumns: side}

// boxCell is a cell's box and its position in the box, both counted row by row.
type boxCell struct{ box, cell int }

// boxCells and cellAt translate between cells of a grid and positions in boxes.
var boxCells, cellAt = func() (boxCells [cells]boxCell, cellAt [digits][digits]int) {
	for box := range digits {
		for cell := range digits {
			i := (box/side*side+cell/side)*digits + box%side*side + cell%side
			boxCells[i], cellAt[box][cell] = boxCell{box, cell}, i
		}
	}
	return
}()

func sameBand(box, other int) bool  { return box/side == other/side }
func sameStack(box, other int) bool { return box%side == other%side }
