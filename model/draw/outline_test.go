package draw

import (
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
)

// Outlines of random sets of cells turn at right angles, and their signed areas add up to the number of cells: around the
// set clockwise, around holes the other way.
func TestOutlinesHoldTheirCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		columns := rapid.IntRange(1, 6).Draw(t, "columns")
		in := rapid.SliceOfN(rapid.Bool(), 1, 36).Draw(t, "in")
		var cells []model.Var
		for i, chosen := range in {
			if chosen {
				cells = append(cells, model.Var(i))
			}
		}
		area := 0
		for _, loop := range outlines(cells, columns) {
			if len(loop) < 4 || len(loop)%2 != 0 {
				t.Fatalf("an outline with %d corners", len(loop))
			}
			for i, c := range loop {
				x, y := positionOf(c)
				nextX, nextY := positionOf(loop[(i+1)%len(loop)])
				if (x == nextX) == (y == nextY) {
					t.Fatalf("from (%d, %d) to (%d, %d), expected a step along an axis", x, y, nextX, nextY)
				}
				area += x*nextY - nextX*y
			}
		}
		if area != 2*len(cells) {
			t.Fatalf("area %d/2, expected %d cells", area, len(cells))
		}
	})
}

// positionOf returns a corner's place without an inset.
func positionOf(c corner) (x, y int) {
	x, y = c.column, c.row
	if c.right {
		x++
	}
	if c.lower {
		y++
	}
	return x, y
}

// An outline with an inset stays within its cells, and away from cells that touch only at a corner.
func TestOutlineOfTouchingCells(t *testing.T) {
	loops := outlines([]model.Var{0, 3}, 2)
	if len(loops) != 2 || len(loops[0]) != 4 || len(loops[1]) != 4 {
		t.Errorf("outlines %v, expected two squares", loops)
	}
}
