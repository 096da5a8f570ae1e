package compare_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// failures are the options with which the engine native finds quasi-magic grids beyond 9×9 where Δ is small.
var failures = engine.Options{"order": "failures"}

// larger are quasi-magic grids beyond 9×9 that are found from the empty grid within seconds. Effort does not fall with Δ alone:
// for 4×4 boxes it grows from Δ = 24 down to 7, Δ = 6 to 1 are far harder, and Δ = 0, where sums propagate as equations,
// is easy again.
var larger = []struct {
	box, delta int
	engine     string
	options    engine.Options
}{
	{4, 24, "native", failures},
	{4, 16, "native", failures},
	{4, 12, "native", failures},
	{4, 10, "native", failures},
	{4, 8, "native", failures},
	{4, 7, "native", failures},
	{4, 0, "native", failures},
	{4, 24, "native", nil},
	{4, 18, "native", nil},
	{4, 24, "gini", nil},
	{4, 10, "gini", nil},
	{5, 50, "native", failures},
	{5, 40, "native", failures},
	{5, 30, "native", failures},
	{5, 20, "native", failures},
	{5, 50, "gini", nil},
}

func largerName(box, delta int, engine string, options engine.Options) string {
	return fmt.Sprintf("%d×%[1]d,Δ=%d,%s,%s", box*box, delta, engine, options["order"])
}

// firstGrid returns a grid, and the effort of finding it.
func firstGrid(t testing.TB, box, delta int, name string, options engine.Options) (*model.Model, model.Assignment, int64) {
	t.Helper()
	m, err := model.QuasiMagic(box, delta)
	if err != nil {
		t.Fatal(err)
	}
	session, err := lookup(t, name).Open(context.Background(), m, options)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var grid model.Assignment
	result, err := session.Run(ctx, nil, 1, func(a model.Assignment) bool {
		grid = slices.Clone(a)
		return true
	})
	if err != nil || grid == nil {
		t.Fatalf("%s: %v, %v, expected a grid", largerName(box, delta, name, options), result, err)
	}
	return m, grid, result.Effort[0].Value
}

// Each of the larger grids is one; of the easiest alone where time is short.
func TestLargerQuasiMagicGrids(t *testing.T) {
	n := len(larger)
	for _, l := range larger[:modeltest.Scale(1, n-1, n)] {
		t.Run(largerName(l.box, l.delta, l.engine, l.options), func(t *testing.T) {
			m, grid, effort := firstGrid(t, l.box, l.delta, l.engine, l.options)
			if err := m.Check(grid); err != nil {
				t.Error(err)
			}
			t.Logf("effort %d", effort)
		})
	}
}

// TestLargerQuasiMagicCounts erases cells of a 16×16 grid for Δ = 10 and counts the solutions for that and larger Δ by native
// and gini, which must list the same. Solutions only come to those of smaller Δ.
func TestLargerQuasiMagicCounts(t *testing.T) {
	modeltest.OnlyLong(t)
	_, grid, _ := firstGrid(t, 4, 10, "native", failures)
	const open = 150
	var cube model.Cube
	for _, cell := range rand.New(rand.NewPCG(16, 10)).Perm(len(grid))[open:] {
		cube = append(cube, model.Given{Var: model.Var(cell), Value: grid[cell]})
	}
	before := int64(0)
	for _, delta := range []int{10, 12, 24} {
		m, err := model.QuasiMagic(4, delta)
		if err != nil {
			t.Fatal(err)
		}
		report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: []compare.Contender{
			{Engine: lookup(t, "native")}, {Engine: lookup(t, "native"), Options: failures}, {Engine: lookup(t, "gini")},
		}}, []model.Puzzle{{Cube: cube}})
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Failures {
			t.Errorf("Δ = %d: %s: %s", delta, f.Label, f.Reason)
		}
		for _, row := range report.Rows {
			t.Logf("Δ = %d, %d open: %s %v: %v solutions, %v, %v", delta, open, row.Contender.Engine.Name, row.Contender.Options,
				row.Solutions(), row.Effort, row.Solve())
		}
		count := report.Rows[0].Solutions().Int64()
		if count < max(before, 1) || report.Rows[0].Exhausted() != 1 {
			t.Errorf("Δ = %d: %d solutions, %d for a smaller Δ", delta, count, before)
		}
		before = count
	}
}

// BenchmarkLargerQuasiMagic finds each of the larger grids; the effort stands beside the time.
func BenchmarkLargerQuasiMagic(b *testing.B) {
	for _, l := range larger {
		b.Run(largerName(l.box, l.delta, l.engine, l.options), func(b *testing.B) {
			var effort int64
			for b.Loop() {
				_, _, effort = firstGrid(b, l.box, l.delta, l.engine, l.options)
			}
			b.ReportMetric(float64(effort), "effort")
		})
	}
}
