package reproduce

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/native/scheme"
)

// TestSchemes holds how many of some puzzles with 17 givens each scheme solves; package native's tests hold what a scheme finds
// against plainer routes.
func TestSchemes(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	var cubes []model.Cube
	for i, cube := range modeltest.Cubes(t, m, "sudoku-17-clue-3000.txt") {
		if i%60 == 0 {
			cubes = append(cubes, cube)
		}
	}
	quick := []string{"FC", "FCI", "BC", "BCI", "HAC", "HACS", "HACC", "HAC3", "HACSC", "HACS3", "HACC3", "HACSC3", "FCIV", "HACV"}
	steps := 0
	runs, err := schemes(t.Context(), m, quick, cubes, func() { steps++ })
	if err != nil || steps != len(cubes) {
		t.Fatalf("%d steps, error %v", steps, err)
	}
	solved := map[string]int{}
	for _, run := range runs {
		for i, r := range run {
			if solved[quick[i]] += r.Solved; r.Time <= 0 {
				t.Errorf("%s: %+v", quick[i], r)
			}
		}
	}
	want := map[string]int{
		"FC": 0, "FCI": 24, "BC": 1, "BCI": 37, "HAC": 41, "HACS": 47, "HACC": 41, "HAC3": 47, "HACSC": 47, "HACS3": 47, "HACC3": 47,
		"HACSC3": 47, "FCIV": 50, "HACV": 50,
	}
	if diff := cmp.Diff(want, solved); diff != "" {
		t.Errorf("puzzles solved (-expected +found):\n%s", diff)
	}
	if len(scheme.Schemes) != len(quick)+2 { // FCV and BCV take longer
		t.Errorf("%d schemes, expected %d", len(scheme.Schemes), len(quick)+2)
	}
}
