package native

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/modeltest"
	"qmsat/model"
	"qmsat/model/engine"
)

// No order changes what is found.
func TestOrdersOnRandomModels(t *testing.T) {
	for _, order := range orderSetting.Values() {
		t.Run(order, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := modeltest.Random(t)
				s, err := must(engine.Lookup(engineName)).Open(context.Background(), m, engine.Options{"order": order, "search": "general"})
				if err != nil {
					t.Fatal(err)
				}
				sameSolutions(t, m, s, modeltest.RandomCube(t, m))
			})
		})
	}
}

// What a run counts must not depend on the runs before it.
func TestOrdersForgetEarlierRuns(t *testing.T) {
	m := must(model.QuasiMagic(3, 2))
	puzzles := paperPuzzles(t)
	for _, name := range []string{paperName, engineName} {
		for _, order := range orderSetting.Values() {
			s, err := must(engine.Lookup(name)).Open(context.Background(), m, engine.Options{"order": order, "search": "general"})
			if err != nil {
				t.Fatal(err)
			}
			var first int64
			for i, puzzle := range []int{170, 160, 170} {
				result, err := s.Run(t.Context(), puzzles[puzzle].cube, 0, nil)
				if err != nil || result.Count.Int64() != 1 {
					t.Fatalf("%s, %s: %v, %v, expected one solution", name, order, result, err)
				}
				if i == 0 {
					first = result.Effort[0].Value
				} else if i == 2 && result.Effort[0].Value != first {
					t.Errorf("%s, %s: effort %d, and %d before", name, order, result.Effort[0].Value, first)
				}
			}
		}
	}
}

// TestOrdersChoose holds each order's choice in a state where they differ: r1c3, r1c4, r2c1 and r2c2 have two candidates.
func TestOrdersChoose(t *testing.T) {
	m := must(model.Sudoku(2, 2))
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
		s := paperOpenModel(t, m, test.order).(*paperSession)
		if !s.state(0).prepare(cube) {
			t.Fatal("a puzzle without solutions")
		}
		if got := s.choose(s.state(0)); got != test.want {
			t.Errorf("paper, %s: cell %d, expected %d", test.order, got, test.want)
		}
	}
}

// TestOrdersChooseVariables does the same for the engine native, whose propagation leaves other candidates: with the third
// given r2c3 and r2c4 are fixed too.
func TestOrdersChooseVariables(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	cube := model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 2}, {Var: 14, Value: 1}}
	for _, test := range []struct {
		order  string
		givens model.Cube
		want   model.Var
	}{
		{"rows", cube, 2},
		{"fewest", cube, 2},
		{"fewest", cube[2:], 2},   // its column has the given, so that it has three candidates; those before it have four
		{"failures", cube[2:], 2}, // the constraints have failed equally often
		{"degree", cube, 10},      // r3c3 has 5 open neighbours, r1c3 has 2
		{"pressure", cube[:2], 4}, // as for the engine paper
		{"box", cube[:2], 4},
	} {
		s := must(openGeneral(context.Background(), m, engine.Options{"order": test.order})).(*session)
		domainsAfter(s, test.givens)
		if got, found := s.order.general(s, s.outputs); !found || got != test.want {
			t.Errorf("native, %s: cell %d, %t, expected %d", test.order, got, found, test.want)
		}
	}
}

// A constraint that fails draws the order to its cells.
func TestWeights(t *testing.T) {
	w := newWeights([][]int{{0, 1}, {0, 2}, {1, 2}, {3}}, 4)
	choose := func(sizes ...int) int {
		w.begin()
		for cell := range sizes {
			w.add(cell)
		}
		best, least := -1, lightest{}
		for cell, size := range sizes {
			if least.better(size, w.of(cell)) {
				best = cell
			}
		}
		return best
	}
	if got := choose(3, 3, 2, 2); got != 2 {
		t.Errorf("cell %d, expected 2, which has fewest candidates and constraints with open cells", got)
	}
	w.failed(0)
	w.failed(0)
	if got := choose(3, 3, 2, 2); got != 0 {
		t.Errorf("cell %d, expected 0, the first of the constraint that failed", got)
	}
	w.reset()
	if got := choose(3, 3, 2, 2); got != 2 {
		t.Errorf("cell %d after a reset, expected 2", got)
	}
}

// TestOrdersIterations holds the effort of a puzzle in each order, with the pruning rules, so that any change of an order
// shows. The orders of the paper are in TestPaperIterations.
func TestOrdersIterations(t *testing.T) {
	m := paperQuasiMagic(t, 3, 2)
	paperAddAllRules(t, m)
	puzzle := paperPuzzles(t)[90]
	for order, want := range map[string]int64{"box": 1010, "degree": 9380, "failures": 41495, "pressure": 2051} {
		_, result := paperSolutions(t, m, paperOpenModel(t, m, order), puzzle.cube)
		if got := paperIterations(t, result); got != want {
			t.Errorf("%s: %d iterations, expected %d", order, got, want)
		}
	}
}
