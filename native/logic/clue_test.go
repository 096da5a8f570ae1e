package logic

import (
	"context"
	"math/rand/v2"
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

// TestExamplesSound checks the steps of all techniques on puzzles with the example of each kind of clue, against all solutions.
func TestExamplesSound(t *testing.T) {
	for i, kind := range model.NamedKinds() {
		t.Run(kind.Name, func(t *testing.T) {
			t.Parallel()
			m, _, err := model.ReadYAML("f.yaml", strings.NewReader("grid: {boxes: 3x3}\nconstraints:\n- "+kind.Example+"\n"))
			if err != nil {
				t.Fatal(err)
			}
			b, r := board(t, m), rand.New(rand.NewPCG(1, uint64(i)))
			session, err := openNative(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			var grid model.Assignment
			_, err = session.Run(t.Context(), model.Cube{{Var: model.Var(r.IntN(81)), Value: 5}}, 1, func(a model.Assignment) bool {
				grid = append(grid, a...)
				return false
			})
			if err != nil || grid == nil {
				t.Fatalf("no grid, %v", err)
			}
			for range 2 {
				cube, err := generate.Givens(r, grid[:81], 32)
				if err != nil {
					t.Fatal(err)
				}
				checkSound(t, b, []model.Cube{cube})
			}
		})
	}
}

// TestRandomCluesSound does the same for random clues of small grids.
func TestRandomCluesSound(t *testing.T) {
	number := 6
	if modeltest.Long() {
		number = 200
	}
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
