package sat

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// TestCellsSolvePuzzles solves the 180 quasi-magic puzzles with every cell encoding, one session each; only some of them if time
// is short.
func TestCellsSolvePuzzles(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	m := must(model.QuasiMagic(3, 2))
	puzzles := quasiMagicPuzzles(t, m)
	for _, cells := range encode.CellEncodings.Names() {
		t.Run(cells, func(t *testing.T) {
			session := open(t, engineNamed(t, "gini"), m, engine.Options{"encoding": cells})
			for i, puzzle := range puzzles {
				if i%modeltest.Scale(60, 6, 1) > 0 {
					continue
				}
				var got []string
				result, err := session.Run(context.Background(), puzzle.cube, 0, func(a model.Assignment) bool {
					got = append(got, model.Characters.FormatSolution(m, a))
					return true
				})
				if err != nil || !result.Complete() || len(got) != 1 || got[0] != puzzle.solution {
					t.Errorf("puzzle %d: %v, %+v, error %v, expected %s", i, got, result, err, puzzle.solution)
				}
			}
		})
	}
}

// TestCellsUnderCubes compares every cell encoding with brute force: random models, and Latin squares and grids, in which givens
// have far-reaching effects. It runs several cubes a session, including clashes, values outside the domains, and cubes that fix
// everything.
func TestCellsUnderCubes(t *testing.T) {
	grids := []*model.Model{must(model.Sudoku(1, 2)), must(model.Sudoku(1, 3)), cages()}
	for _, cells := range append(encode.CellEncodings.Names(), "reduced") {
		options := engine.Options{"encoding": cells}
		if cells == "reduced" {
			options = engine.Options{"reduced-literals": "1", "many-tuples": "1", "wide-different": "1"}
		}
		t.Run(cells, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := rapid.SampledFrom(append([]*model.Model{nil}, grids...)).Draw(t, "grid")
				if m == nil {
					m = modeltest.Random(t)
				}
				expectBruteForce(t, open(t, engineNamed(t, "gini"), m, options), m, 6)
			})
		})
	}
}

// Givens simplify the formula of a large grid if they are many; otherwise all cubes share one formula.
func TestManyGivensSimplifyTheFormula(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	for _, test := range []struct {
		literals string
		encoding string
		givens   int
		simple   bool
	}{
		{"64", "auto", 6, true}, {"64", "auto", 5, false}, {"65", "auto", 6, false}, {"64", "extended", 6, false},
	} {
		options := engine.Options{"reduced-literals": test.literals, "encoding": test.encoding}
		s := open(t, engineNamed(t, "gini"), m, options).(*session)
		var cube model.Cube
		for i, value := range []int{1, 2, 3, 4, 3, 4}[:test.givens] {
			cube = append(cube, model.Given{Var: model.Var(i), Value: value})
		}
		if result, err := s.Run(t.Context(), cube, 0, nil); err != nil || !result.Complete() || result.Count.Int64() == 0 {
			t.Errorf("%+v: %+v, %v", test, result, err)
		}
		if simple := s.formula == nil; simple != test.simple {
			t.Errorf("%+v: a formula of its own: %t", test, simple)
		}
	}
}

// cages is a model with a house, a cage that extends beyond it, a cell in no house, and a variable without a cell.
func cages() *model.Model {
	m := model.NewGrid(&model.Grid{Rows: 1, Columns: 5}, model.Interval(1, 3))
	x := m.AddVariable("x", model.Interval(1, 2))
	m.Constraints = []model.Constraint{
		&model.AllDifferent{Vars: []model.Var{0, 1, 2}},
		&model.AllDifferent{Vars: []model.Var{2, 3}},
		model.Sum("", 4, 6, 2, 3, x),
	}
	return m
}
