package reproduce

import (
	"testing"

	"qmsat/model/modeltest"
)

// Of the first dozen puzzles with 17 givens max-product solves eight, as arc consistency does; what it decides of those is all,
// and less of the others.
func TestMessages(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	steps := 0
	run, err := send(t.Context(), m, messagesCases[0].engine, modeltest.Cubes(t, m, "sudoku-17-clue-3000.txt")[:12], 1, func() { steps++ })
	if err != nil || run.Puzzles != 12 || run.Solved != 8 || steps != 12 || run.Low > 8./12 || run.High < 8./12 {
		t.Fatalf("%+v, %d steps, error %v", run, steps, err)
	}
	if all := (8*81 + 4*run.LeftDecided) / 12; run.LeftDecided < 17 || run.LeftDecided > 80 || run.Decided < all-1e-9 || run.Decided > all+1e-9 {
		t.Errorf("%g cells decided, %g of puzzles left", run.Decided, run.LeftDecided)
	}
}
