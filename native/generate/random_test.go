package generate_test

import (
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/native/generate"
	"qmsat/native/generate/full"
)

// The same seed gives the same grid and puzzle on every machine; another seed gives another one.
func TestSeed(t *testing.T) {
	text := func(seed uint64) string {
		m, err := model.Sudoku(3, 3)
		if err != nil {
			t.Fatal(err)
		}
		random := generate.NewRandom(seed)
		cube, err := generate.Givens(random, full.Shuffled(random, full.Shape{BoxRows: 3, BoxColumns: 3}), 30)
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

func TestGivens(t *testing.T) {
	grid := full.Shuffled(generate.NewRandom(7), full.Shape{BoxRows: 2, BoxColumns: 2})
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
