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

// direction is where an outline is heading.
type direction int

// The directions, clockwise.
const (
	rightwards direction = iota
	downwards
	leftwards
	upwards
)

// step returns the neighbouring cell in a direction.
func (d direction) step(row, column int) (int, int) {
	switch d {
	case rightwards:
		return row, column + 1
	case downwards:
		return row + 1, column
	case leftwards:
		return row, column - 1
	default:
		return row - 1, column
	}
}

// turned returns the direction a number of quarter turns clockwise.
func (d direction) turned(quarters int) direction { return (d + direction(quarters) + 4) % 4 }

// side is a side of a cell that an outline runs along, with the cell on its right hand.
type side struct {
	row, column int
	heading     direction
}

// outlines returns the outlines of a set of cells of a grid with the given number of columns: for each the corners where it
// turns. The set lies on the right hand. Cells that touch at a corner only do not belong together.
func outlines(cells []model.Var, columns int) [][]corner {
	in := make(map[[2]int]bool, len(cells))
	for _, v := range cells {
		in[[2]int{int(v) / columns, int(v) % columns}] = true
	}
	has := func(row, column int) bool { return in[[2]int{row, column}] }
	seen := map[side]bool{}
	var loops [][]corner
	for _, v := range slices.Sorted(slices.Values(cells)) {
		for heading := rightwards; heading <= upwards; heading++ {
			start := side{int(v) / columns, int(v) % columns, heading}
			// The side lies to the left of the heading: the upper side is walked to the right.
			if outer := heading.turned(-1); seen[start] || has(outer.step(start.row, start.column)) {
				continue
			}
			loops = append(loops, walk(start, has, seen))
		}
	}
	return loops
}

// walk follows an outline from a side until it is back, marks its sides as seen, and returns where it turns.
func walk(start side, has func(row, column int) bool, seen map[side]bool) []corner {
	var turns []corner
	for at := start; !seen[at]; {
		seen[at] = true
		aheadRow, aheadColumn := at.heading.step(at.row, at.column)
		leftRow, leftColumn := at.heading.turned(-1).step(aheadRow, aheadColumn)
		switch {
		case !has(aheadRow, aheadColumn): // the cell ends: around its corner
			turns = append(turns, endOf(at))
			at.heading = at.heading.turned(1)
		case has(leftRow, leftColumn): // a cell is in the way: along its side
			next := side{leftRow, leftColumn, at.heading.turned(-1)}
			turns = append(turns, between(at, next))
			at = next
		default:
			at.row, at.column = aheadRow, aheadColumn
		}
	}
	return turns
}

// endOf returns the corner of its cell that a side leads to.
func endOf(s side) corner {
	return corner{
		row: s.row, lower: s.heading == downwards || s.heading == leftwards,
		column: s.column, right: s.heading == rightwards || s.heading == downwards,
	}
}

// between returns where a side meets the next one, of another cell: the one that runs up or down says in which column, the
// other in which row.
func between(s, next side) corner {
	upright, level := endOf(next), endOf(s)
	if s.heading == downwards || s.heading == upwards {
		upright, level = level, upright
	}
	return corner{row: level.row, lower: level.lower, column: upright.column, right: upright.right}
}
