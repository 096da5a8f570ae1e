package reproduce_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"qmsat/cmd/internal/study/reproduce"
	"qmsat/model"
	"qmsat/model/modeltest"
	_ "qmsat/native"
	_ "qmsat/native/paper"
)

// quasiMagicCubes reads every nth of the puzzles with at least some number of givens.
func quasiMagicCubes(t *testing.T, givens, every int) []model.Cube {
	t.Helper()
	m := modeltest.QuasiMagic(t, 2)
	var cubes []model.Cube
	for _, p := range modeltest.Puzzles(t, m, "quasimagic-180.txt") {
		if len(p.Cube) >= givens && p.Line%every == 0 {
			cubes = append(cubes, p.Cube)
		}
	}
	return cubes
}

// On a sample, the averages of the four methods fall in the published order, and so do those of the last with the number
// of givens.
func TestPaperTables(t *testing.T) {
	modeltest.OnlyLong(t)
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	every := modeltest.Scale(10, 5)
	cubes := quasiMagicCubes(t, 9, every)
	for _, table := range reproduce.PaperTables {
		steps := 0
		runs, err := reproduce.Searches(t.Context(), table.Methods, cubes, 0, func() { steps++ })
		if err != nil {
			t.Fatal(err)
		}
		c := table.Compare(runs)
		if steps != len(cubes) || len(c) == 0 {
			t.Fatalf("table %d: %d steps, %d lines", table.Number, steps, len(c))
		}
		for _, line := range c {
			if len(line.Published) != len(line.Columns) || len(line.Ours) != len(line.Columns) || len(line.Puzzles) != len(line.Columns) {
				t.Errorf("table %d: %s has %d published figures and %d of ours in %d columns",
					table.Number, line.Name, len(line.Published), len(line.Ours), len(line.Columns))
			}
		}
		if table.Number == 2 {
			continue // times
		}
		averages := slices.DeleteFunc(slices.Clone(c[0].Ours), func(x float64) bool { return x == 0 })
		if len(averages) != 4 || !slices.IsSortedFunc(averages, func(a, b float64) int { return int(b - a) }) {
			t.Errorf("table %d: averages %v, expected four that fall", table.Number, averages)
		}
	}
}

func TestSearchesStop(t *testing.T) {
	cubes := quasiMagicCubes(t, 5, 4)[:1]
	methods := []reproduce.Method{{Engine: "paper", Order: "failures"}, {Engine: "native", Order: "fewest", Search: "general"}}
	runs, err := reproduce.Searches(t.Context(), methods, cubes, 10*time.Millisecond, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !runs[0][0].Stopped || reproduce.Summarise(runs[0]).Stopped != 1 {
		t.Errorf("%+v, expected a run that was stopped", runs[0])
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reproduce.Searches(ctx, methods, cubes, 0, nil); err == nil {
		t.Error("no error though the context had ended")
	}
}

func TestSummarise(t *testing.T) {
	got := reproduce.Summarise([]reproduce.SearchRun{
		{9, 10, 2 * time.Second, false}, {9, 40, 3 * time.Second, true}, {9, 20, time.Second, false}, {9, 30, 4 * time.Second, false},
	})
	want := reproduce.SearchSummary{Puzzles: 4, Stopped: 1, Average: 25, Maximum: 40, Median: 25, Minimum: 10,
		AverageTime: 2.5, MaximumTime: 4, PerValue: 0.1}
	if got != want {
		t.Errorf("%+v, expected %+v", got, want)
	}
	if got := reproduce.Summarise(nil); got != (reproduce.SearchSummary{}) {
		t.Errorf("%+v of no runs", got)
	}
}

func TestDifferences(t *testing.T) {
	for _, test := range []struct {
		name            string
		published, ours []float64
		want            []string
	}{
		{"ten times as many", []float64{40, 20, 10}, []float64{400, 200, 100}, nil},
		{"ratios within bounds", []float64{40, 20, 10}, []float64{45, 25, 24}, nil},
		{"two columns swapped", []float64{40, 30, 10}, []float64{30, 40, 10}, []string{"another order, (a) to (b) is 0.75, published 1.33"}},
		{"swapped where there is no clear order", []float64{21, 20, 10}, []float64{20, 21, 10}, nil},
		{"columns around swapped ones", []float64{40, 30, 20}, []float64{20, 19, 21},
			[]string{"another order, (b) to (c) is 0.905, published 1.5"}},
		{"distant columns swapped", []float64{40, 38, 36}, []float64{20, 20.5, 21},
			[]string{"another order, (a) to (c) is 0.952, published 1.11"}},
		{"a steeper fall", []float64{40, 20, 10}, []float64{100, 20, 10}, []string{"another ratio, (a) to (b) is 5, published 2"}},
		{"a missing figure", []float64{40, 20, 10}, []float64{40, 0, 10}, nil},
	} {
		c := reproduce.Comparison{{Name: "line", Columns: []string{"a", "b", "c"}, Published: test.published, Ours: test.ours}}
		var want []string
		for _, text := range test.want {
			want = append(want, "line: "+text)
		}
		if got := c.Differences(); !slices.Equal(got, want) {
			t.Errorf("%s: %s, expected %s", test.name, strings.Join(got, "; "), strings.Join(want, "; "))
		}
	}
}
