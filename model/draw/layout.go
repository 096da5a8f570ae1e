package draw

import (
	"qmsat/internal/svg"
	"qmsat/model"
)

// layout says where the cells of a grid stand.
type layout struct {
	columns       int
	x, y          []float64 // the left side of each column, the upper side of each row
	blocks        []block   // what has a thick frame: the boxes, or the grid where there are none
	width, height float64   // with margins
}

// block is a rectangle of cells.
type block struct {
	row, column, rows, columns int
}

// newLayout lays a grid out, its boxes apart where their lines need room for sums.
func newLayout(g *model.Grid, apart bool) layout {
	l := layout{columns: g.Columns, x: make([]float64, g.Columns), y: make([]float64, g.Rows)}
	gap := 0.0
	if apart {
		gap = gutter
	}
	place := func(starts []float64, size int, at float64) (end float64) {
		for i := range starts {
			if size > 0 && i > 0 && i%size == 0 {
				at += gap
			}
			starts[i] = at
			at += cellSize
		}
		return at
	}
	top, after := margin/2, margin
	if apart {
		top, after = sumSize+8, gutter
	}
	l.width = place(l.x, g.BoxColumns, margin) + after
	l.height = place(l.y, g.BoxRows, top) + after
	if !g.HasBoxes() {
		l.blocks = []block{{0, 0, g.Rows, g.Columns}}
	}
	for b := range g.Boxes() {
		l.blocks = append(l.blocks, block{g.BandOf(b) * g.BoxRows, g.StackOf(b) * g.BoxColumns, g.BoxRows, g.BoxColumns})
	}
	return l
}

func (l *layout) right(column int) float64 { return l.x[column] + cellSize }

func (l *layout) bottom(row int) float64 { return l.y[row] + cellSize }

func (l *layout) centre(v model.Var) (x, y float64) {
	return l.x[int(v)%l.columns] + cellSize/2, l.y[int(v)/l.columns] + cellSize/2
}

// outline adds to a path the outlines of a set of cells, each a closed line within the cells at a distance of inset from
// their sides. Where neighbouring cells stand apart, the outline bridges the gap.
func (l *layout) outline(path *svg.Path, cells []model.Var, inset float64) {
	for _, loop := range outlines(cells, l.columns) {
		for i, corner := range loop {
			x, y := l.corner(corner, inset)
			if i == 0 {
				path.MoveTo(x, y)
			} else {
				path.LineTo(x, y)
			}
		}
		path.Close()
	}
}

// corner returns where the corner of an outline is drawn: it lies by a corner of a cell, moved inwards.
func (l *layout) corner(c corner, inset float64) (x, y float64) {
	if c.right {
		x = l.right(c.column) - inset
	} else {
		x = l.x[c.column] + inset
	}
	if c.lower {
		y = l.bottom(c.row) - inset
	} else {
		y = l.y[c.row] + inset
	}
	return x, y
}
