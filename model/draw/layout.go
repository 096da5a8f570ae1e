package draw

import (
	"slices"

	"qmsat/internal/svg"
	"qmsat/model"
)

// layout gives the positions of a grid's cells.
type layout struct {
	columns       int
	x, y          []float64 // the left side of each column, the upper side of each row
	blocks        []block   // rectangles with a thick frame: the boxes, or the grid if there are none
	width, height float64   // with margins
}

// block is a rectangle of cells.
type block struct {
	row, column, rows, columns int
}

// newLayout lays out a grid, with room around it: above, on the left, below and on the right. Its boxes stand apart if their lines
// need room for sums.
func newLayout(g *model.Grid, apart bool, room [4]float64) layout {
	l := layout{columns: g.Columns, x: make([]float64, g.Columns), y: make([]float64, g.Rows)}
	gap := 0.0
	if apart {
		gap = gutter
	}
	arrange := func(starts []float64, size int, at float64) (end float64) {
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
	l.width = arrange(l.x, g.BoxColumns, margin+room[1]) + room[3] + after
	l.height = arrange(l.y, g.BoxRows, top+room[0]) + room[2] + after
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

// outline adds to a path the outlines of a set of cells, each a closed line within the cells at a distance of inset from their
// sides. If there is a gap between neighbouring cells, the outline crosses it.
func (l *layout) outline(path *svg.Path, cells []model.Var, inset float64) {
	for _, loop := range outlines(cells, l.columns) {
		var line []float64
		for _, corner := range loop {
			x, y := l.corner(corner, inset)
			line = append(line, x, y)
		}
		path.Line(line...)
		path.Close()
	}
}

// corner returns the place of an outline's corner: a corner of a cell, moved inwards.
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

// corner is a place where an outline turns: inside a row by its upper or lower side, and inside a column by its left or right
// side.
type corner struct {
	row    int
	lower  bool // by the lower side of the row, not the upper side
	column int
	right  bool // by the right side of the column, not the left side
}

// direction is a step to a neighbour: -1, 0 or 1 each way.
type direction struct{ down, right int }

// clockwise returns the direction turned right by a quarter.
func (d direction) clockwise() direction { return direction{d.right, -d.down} }

// side is a side of a cell, from one point of the grid to the next. The cell is on its right; point 0, 0 is the upper left one.
type side struct {
	row, column int
	heading     direction
}

// ahead returns the next side, from the end of this one in the given direction.
func (s side) ahead(heading direction) side {
	return side{s.row + s.heading.down, s.column + s.heading.right, heading}
}

// outlines returns the outlines of a set of cells in a grid with the given number of columns, each as its corners. The set is on
// the right of the outline. Cells that touch at a corner only do not belong together.
func outlines(cells []model.Var, columns int) [][]corner {
	sorted := slices.Sorted(slices.Values(cells))
	has := func(row, column int) bool {
		_, found := slices.BinarySearch(sorted, model.Var(row*columns+column))
		return found && column >= 0 && column < columns
	}
	var sides []side // sides with no cell of the set on the other side
	for _, v := range sorted {
		row, column := int(v)/columns, int(v)%columns
		s := side{row, column, direction{right: 1}}
		for range 4 {
			inwards := s.heading.clockwise()
			if !has(row-inwards.down, column-inwards.right) {
				sides = append(sides, s)
			}
			s = s.ahead(inwards)
		}
	}
	left := make(map[side]bool, len(sides)) // not yet followed
	for _, s := range sides {
		left[s] = true
	}
	var loops [][]corner
	for _, start := range sides {
		var loop []corner
		for s := start; left[s]; {
			delete(left, s)
			right := s.heading.clockwise()
			// If there are several ways on, the rightmost stays at the same cell.
			for _, heading := range []direction{right, s.heading, right.clockwise().clockwise()} {
				next := s.ahead(heading)
				if next != start && !left[next] {
					continue
				}
				if heading != s.heading {
					loop = append(loop, s.corner(heading))
				}
				s = next
				break
			}
		}
		if loop != nil {
			loops = append(loops, loop)
		}
	}
	return loops
}

// corner returns the corner where an outline turns from this side into a direction. The level one of the two sides decides the
// row, the upright one the column.
func (s side) corner(next direction) corner {
	end := s.ahead(next)
	c := corner{row: end.row, column: end.column, lower: s.heading.right+next.right < 0, right: s.heading.down+next.down > 0}
	if c.lower {
		c.row--
	}
	if c.right {
		c.column--
	}
	return c
}
