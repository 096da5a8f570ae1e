package paper

import (
	"context"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/native" // the other engine with orders
	"qmsat/native/order"
)

// A run's counts do not depend on the runs before it.
func TestOrdersForgetEarlierRuns(t *testing.T) {
	m := quasiMagic(t, 3, 2)
	puzzles := readPuzzles(t)
	for _, name := range []string{engineName, "native"} {
		for _, by := range order.Setting.Values() {
			s, err := must(engine.Lookup(name)).Open(context.Background(), m, engine.Options{"order": by, "search": "general"})
			if err != nil {
				t.Fatal(err)
			}
			var first int64
			for i, puzzle := range []int{170, 160, 170} {
				result, err := s.Run(t.Context(), puzzles[puzzle].cube, 0, nil)
				if err != nil || result.Count.Int64() != 1 {
					t.Fatalf("%s, %s: %v, %v, expected one solution", name, by, result, err)
				}
				if i == 0 {
					first = result.Effort[0].Value
				} else if i == 2 && result.Effort[0].Value != first {
					t.Errorf("%s, %s: effort %d, and %d before", name, by, result.Effort[0].Value, first)
				}
			}
		}
	}
}

// TestOrdersChoose checks each order's choice in a state where they differ: r1c3, r1c4, r2c1 and r2c2 have two candidates.
func TestOrdersChoose(t *testing.T) {
	m := sudoku(t, 2, 2)
	cube := model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 2}, {Var: 14, Value: 1}}
	for _, test := range []struct {
		order string
		want  int
	}{
		{"rows", 2}, // r1c3, the first open one
		{"fewest", 2},
		{"degree", 3},   // r1c4 and r2c1 have 5 open neighbours, r1c3 has 4
		{"pressure", 4}, // the box of r2c1 and r2c2 has two fixed cells
		{"box", 4},
	} {
		s := openModel(t, m, test.order).(*session)
		if !s.state(0).prepare(cube) {
			t.Fatal("a puzzle without solutions")
		}
		if got := s.choose(s.state(0)); got != test.want {
			t.Errorf("paper, %s: cell %d, expected %d", test.order, got, test.want)
		}
	}
}

// TestOrdersIterations fixes the effort of a puzzle in each order, with the pruning rules, so that any change of an order shows.
// The orders of the paper are in TestPaperIterations.
func TestOrdersIterations(t *testing.T) {
	m := quasiMagic(t, 3, 2)
	addAllRules(t, m)
	puzzle := readPuzzles(t)[90]
	for order, want := range map[string]int64{"box": 1010, "degree": 9380, "failures": 41495, "pressure": 2051} {
		_, result := solutionsOf(t, m, openModel(t, m, order), puzzle.cube)
		if got := iterationsOf(t, result); got != want {
			t.Errorf("%s: %d iterations, expected %d", order, got, want)
		}
	}
}
