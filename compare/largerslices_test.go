package compare_test

import (
	"fmt"
	"testing"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/native/generate"
)

// slices16 are numbers of grids 16×16 that agree with the first one of testdata/larger for a Δ in all boxes but some, which are
// random.
var slices16 = []struct{ delta, opened, count int }{
	{0, 4, 8}, {0, 5, 16}, {0, 6, 128}, {1, 4, 8}, {1, 5, 16}, {1, 6, 64}, {2, 4, 9}, {2, 5, 37}, {4, 4, 1}, {4, 5, 1},
}

// Native counts each slice, and gini finds as many where QMSAT_CONFIRM is set; else the first alone.
func TestLargerSlices(t *testing.T) {
	some, contenders := slices16[:1], []compare.Contender{{Engine: lookup(t, "native")}}
	if modeltest.Confirms() {
		some, contenders = slices16, append(contenders, compare.Contender{Engine: lookup(t, "gini")})
	}
	for _, s := range some {
		m, err := model.QuasiMagic(4, s.delta)
		if err != nil {
			t.Fatal(err)
		}
		grid := firstOf(t, s.delta)
		var cube model.Cube
		for _, box := range generate.NewRandom(3).Perm(m.Grid.Boxes())[s.opened:] {
			for _, cell := range m.Grid.BoxHouses()[box].Cells {
				cube = append(cube, model.Given{Var: cell, Value: grid[cell]})
			}
		}
		report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: contenders}, []model.Puzzle{{Cube: cube}})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Failures {
			t.Errorf("Δ = %d, %d boxes: %s: %s", s.delta, s.opened, f.Label, f.Reason)
		}
		for _, row := range report.Rows {
			if fmt.Sprint(row.Solutions()) != fmt.Sprint(s.count) {
				t.Errorf("Δ = %d, %d boxes: %v grids by %s, expected %d", s.delta, s.opened, row.Solutions(), row.Contender.Engine.Name, s.count)
			}
		}
	}
}

// firstOf returns the first grid 16×16 of testdata/larger for a Δ.
func firstOf(t *testing.T, delta int) model.Assignment {
	t.Helper()
	for _, g := range largerGrids(t, 4) {
		if g.delta == delta {
			return g.grid
		}
	}
	t.Fatalf("no grid for Δ = %d", delta)
	return nil
}
