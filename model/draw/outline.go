package draw

import (
	"slices"

	"qmsat/model"
)

// corner is a place where an outline turns: the height of the upper or lower side of a row, within it, and the like of a
// column.
type corner struct {
	row    int
	lower  bool // by the lower side of the row, not the upper one
	column int
	right  bool // by the right side of the column, not the left one
}

// direction is a step to a neighbour: -1, 0 or 1 each way.
type direction struct{ down, right int }

// clockwise returns the direction a quarter turn to the right.
func (d direction) clockwise() direction { return direction{d.right, -d.down} }

// side is a side of a cell, from one point of the grid to the next, with the cell on its right hand; point 0, 0 is the upper
// left one.
type side struct {
	row, column int
	heading     direction
}

// ahead returns the side that goes on where this one ends, with a heading.
func (s side) ahead(heading direction) side {
	return side{s.row + s.heading.down, s.column + s.heading.right, heading}
}

// outlines returns the outlines of a set of cells of a grid with the given number of columns: for each the corners where it
// turns. The set lies on the right hand. Cells that touch at a corner only do not belong together.
func outlines(cells []model.Var, columns int) [][]corner {
	sorted := slices.Sorted(slices.Values(cells))
	has := func(row, column int) bool {
		_, found := slices.BinarySearch(sorted, model.Var(row*columns+column))
		return found && column >= 0 && column < columns
	}
	var sides []side // with no cell of the set beyond
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
	left := make(map[side]bool, len(sides)) // to be walked
	for _, s := range sides {
		left[s] = true
	}
	var loops [][]corner
	for _, start := range sides {
		var loop []corner
		for s := start; left[s]; {
			delete(left, s)
			right := s.heading.clockwise()
			// Of several ways on, the one most to the right keeps to the same cell.
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

// corner returns where an outline turns that follows the side and goes on with a heading: the one of both that is level says
// by which row, the upright one by which column.
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
