package reproduce

import (
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// A puzzle is periodic if its point comes again, even if no puzzle meets the limit of steps. One that meets it is not, and neither
// is one of impossible givens, which takes no step.
func TestPeriodic(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	again := modeltest.Cubes(t, m, "sudoku-hardest-375.txt")[0] // at step 16,689
	for _, test := range []struct {
		cubes       []model.Cube
		limit, want int
	}{
		{[]model.Cube{again}, 20_000, 1},
		{[]model.Cube{again}, 100, 0},
		{[]model.Cube{{}, {{Var: 0, Value: 1}, {Var: 0, Value: 2}}}, 100, 0},
	} {
		s, err := project(t.Context(), m, test.cubes, test.limit, func() {})
		if err != nil || s.Solved > 0 || s.Periodic != test.want {
			t.Errorf("%+v, error %v; expected %d periodic puzzles", s, err, test.want)
		}
	}
}
