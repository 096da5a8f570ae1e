package generate

import (
	"slices"
	"testing"
)

// Kempe chains keep grids valid and bring out what shuffles of a pattern do not: of the 288 grids 4×4, one class has 96 and
// the other 192.
func TestKempeChains(t *testing.T) {
	for _, box := range [][2]int{{2, 2}, {2, 3}, {3, 3}, {5, 5}} {
		m := sudoku(t, box[0], box[1])
		random := NewRandom(7)
		grid := Sudoku(random, box[0], box[1])
		before := slices.Clone(grid)
		kempeChains(random, box[0], box[1], grid, 4*len(grid))
		if err := m.Check(grid); err != nil {
			t.Errorf("boxes of %d×%d: %v", box[0], box[1], err)
		}
		if slices.Equal(grid, before) {
			t.Errorf("boxes of %d×%d: nothing changed", box[0], box[1])
		}
	}
	seen := map[[16]int]bool{}
	random := NewRandom(8)
	grid := Sudoku(random, 2, 2)
	for range 20000 {
		kempeChains(random, 2, 2, grid, 1)
		seen[[16]int(grid)] = true
	}
	if len(seen) != 288 {
		t.Errorf("%d grids 4×4, expected all 288", len(seen))
	}
}
