package generate_test

import (
	"fmt"
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/native/generate"
)

// Every grid passes Check, whatever the shape of the boxes.
func TestSudokuIsValid(t *testing.T) {
	for _, box := range [][2]int{{1, 1}, {1, 4}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {4, 4}, {2, 8}, {9, 9}, {10, 10}} {
		m, err := model.Sudoku(box[0], box[1])
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(5) {
			if err := m.Check(generate.Sudoku(generate.NewRandom(seed), box[0], box[1])); err != nil {
				t.Errorf("boxes of %d×%d, seed %d: %v", box[0], box[1], seed, err)
			}
		}
	}
}

// The same seed gives the same grid and puzzle, on every machine; another seed another one.
func TestSeed(t *testing.T) {
	text := func(seed uint64) string {
		m, err := model.Sudoku(3, 3)
		if err != nil {
			t.Fatal(err)
		}
		random := generate.NewRandom(seed)
		cube, err := generate.Givens(random, generate.Sudoku(random, 3, 3), 30)
		if err != nil {
			t.Fatal(err)
		}
		return model.Characters.FormatCube(m, cube)
	}
	const golden = "....28.7..4....8....2..4..375.3...8...18..5.72...7.31.9.8..7......289...47..31..."
	if got := text(1); got != golden {
		t.Errorf("seed 1 gives %s, expected %s", got, golden)
	}
	if text(1) == text(2) {
		t.Error("seeds 1 and 2 give the same puzzle")
	}
}

// All 4×4 grids that the pattern's shuffles reach do come out.
func TestSudokuReachesManyGrids(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(5000) {
		seen[fmt.Sprint(generate.Sudoku(generate.NewRandom(seed), 2, 2))] = true
	}
	// The pattern is one of the two classes of 4×4 grids; the classes have 96 and 192 grids.
	if len(seen) != 96 && len(seen) != 192 {
		t.Errorf("%d grids, expected a whole class of 96 or 192", len(seen))
	}
}

func TestGivens(t *testing.T) {
	grid := generate.Sudoku(generate.NewRandom(7), 2, 2)
	for count := range 17 {
		cube, err := generate.Givens(generate.NewRandom(uint64(count)), grid, count)
		if err != nil || len(cube) != count {
			t.Fatalf("%d givens: %v, %v", count, cube, err)
		}
		if !slices.IsSortedFunc(cube, func(a, b model.Given) int { return int(a.Var - b.Var) }) {
			t.Errorf("%v is not in row-major order", cube)
		}
		for _, g := range cube {
			if grid[g.Var] != g.Value {
				t.Errorf("given %v, the grid has %d", g, grid[g.Var])
			}
		}
	}
	for _, count := range []int{-1, 17} {
		if _, err := generate.Givens(generate.NewRandom(1), grid, count); err == nil {
			t.Errorf("%d givens of 16 cells: no error", count)
		}
	}
}
