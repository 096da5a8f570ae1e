package logic

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/modeltest"
	"qmsat/model"
	"qmsat/model/engine"
	_ "qmsat/model/variant"
	"qmsat/native/generate"
)

// openNative opens a session of the engine native.
func openNative(ctx context.Context, m *model.Model) (engine.Session, error) {
	return engine.Open(ctx, "native", m, nil)
}

// TestExamplesSound checks the steps of all techniques on puzzles with the example of each kind of clue, against all solutions. An
// example that no Sudoku meets stands in a grid without houses, with four open cells.
func TestExamplesSound(t *testing.T) {
	number := modeltest.Scale(1, 5)
	// Forcing nets over hundreds of variables or automata take minutes.
	slow := []string{"chaos-arrow", "chaos-construction", "chaos-count", "connected-values", "different-lines"}
	for i, kind := range model.NamedKinds() {
		t.Run(kind.Name, func(t *testing.T) {
			if slices.Contains(slow, kind.Name) {
				modeltest.OnlyConfirm(t)
			}
			r, open := rand.New(rand.NewPCG(1, uint64(i))), 45
			m, grid := exampleGrid(t, kind, cmp.Or(kind.Grid, "{boxes: 3x3}"))
			cells := r.Perm(81)
			if grid == nil {
				m, grid = exampleGrid(t, kind, "{rows: 9, columns: 9, values: 1..9, houses: none}")
				open = 4
				slices.SortStableFunc(cells, func(a, b int) int { return clued(m, a) - clued(m, b) })
			}
			if grid == nil {
				t.Fatal("no grid")
			}
			for range number {
				cube := model.Cube{}
				for _, v := range cells[open:] {
					cube = append(cube, model.Given{Var: model.Var(v), Value: grid[v]})
				}
				checkSound(t, board(t, m), []model.Cube{cube})
				if open > 4 {
					cells = r.Perm(81)
				}
			}
		})
	}
}

// knownGrids are solutions of models that a search finds only after thousands of nodes.
var knownGrids = map[string]string{
	"anti-taxicab":        "139472856784956312265318947698534271351627489472189635546891723817263594923745168",
	"negative-difference": "682539471935714628417286953174628395826953147359471862593147286741862539268395714",
	"non-consecutive":     "682539471935714628417286953174628395826953147359471862593147286741862539268395714",
}

// exampleGrid returns the model of a kind's example, and a solution or nil.
func exampleGrid(t *testing.T, kind model.NamedKind, layout string) (m *model.Model, grid model.Assignment) {
	t.Helper()
	m, _, err := model.ReadYAML("f.yaml", strings.NewReader("grid: "+layout+"\nconstraints:\n- "+kind.Example+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	session, err := openNative(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	var known model.Cube
	for v, digit := range knownGrids[kind.Name] {
		known = append(known, model.Given{Var: model.Var(v), Value: int(digit - '0')})
	}
	if _, err = session.Run(t.Context(), known, 1, func(a model.Assignment) bool {
		grid = append(grid, a...)
		return false
	}); err != nil {
		t.Fatal(err)
	}
	return m, grid
}

// clued is 0 for cells of the model's constraints, 1 for others.
func clued(m *model.Model, v int) int {
	for _, c := range m.Constraints {
		if slices.Contains(c.Scope(), model.Var(v)) {
			return 0
		}
	}
	return 1
}

// TestRandomCluesSound does the same for random clues of small grids.
func TestRandomCluesSound(t *testing.T) {
	number := modeltest.Scale(6, 200)
	kinds := model.NamedKinds()
	for seed := range uint64(number) {
		r := rand.New(rand.NewPCG(seed, 7))
		m, err := model.Sudoku(2, 2+r.IntN(2))
		if err != nil {
			t.Fatal(err)
		}
		grid := model.Assignment{}
		session, err := openNative(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := session.Run(t.Context(), nil, 1+r.Uint64N(200), func(a model.Assignment) bool {
			grid = append(grid[:0], a...)
			return true
		}); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			kind := kinds[r.IntN(len(kinds))]
			clues, err := generate.DrawClues(t.Context(), r, m, grid, kind, 1+r.IntN(4), openNative)
			if err != nil && len(clues) == 0 {
				continue // a kind that cannot be drawn
			}
			if err := m.AddClue(clues...); err != nil {
				t.Fatal(err)
			}
		}
		cube, err := generate.Givens(r, grid, len(grid)/4)
		if err != nil {
			t.Fatal(err)
		}
		checkSound(t, board(t, m), []model.Cube{cube})
	}
}
