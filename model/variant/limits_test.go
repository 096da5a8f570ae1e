package variant_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

// read reads a model of one clue on a grid.
func read(grid, clue string) (*document.Document, error) {
	return document.Read(context.Background(), "f.yaml", strings.NewReader("grid: {"+grid+"}\nconstraints:\n- {"+clue+"}\n"))
}

// TestNegativeValues counts lines of values that may be negative, so that sums decrease on the way. All lines are tried; the plain
// meanings tell which of them hold.
func TestNegativeValues(t *testing.T) {
	for _, c := range []struct {
		grid, clue string
		want       int
	}{
		{"rows: 1, columns: 4, values: -3..2, houses: none", "kind: sandwich, row: 1, sum: -1", 24},
		{"rows: 1, columns: 4, values: -3..2, houses: none", "kind: sandwich, row: 1, sum: 3", -1},
		{"rows: 1, columns: 5, values: -3..2, houses: none", "kind: lunchbox, line: r1c1-r1c5, sum: -2", 84},
		{"rows: 1, columns: 3, values: -2..3, houses: none", "kind: sum-line, line: r1c1-r1c3, sum: 2", 37},
		{"rows: 1, columns: 5, values: -2..3, houses: none", "kind: sum-line, line: r1c1-r1c5, sum: 1", -1},
		{"rows: 1, columns: 2, values: 0..3, houses: none", "kind: sum-line, line: r1c1-r1c2, sum: 3", 5},
		{"rows: 1, columns: 2, values: -1..3, houses: none", "kind: sum-line, line: r1c1-r1c2, sum: 3", 5},
		{"rows: 1, columns: 2, values: 0..3, houses: none", "kind: sum-line, line: r1c1-r1c2, sum: 3, loop: true", 5},
		{"rows: 1, columns: 4, values: -2..3, houses: none", "kind: sum-line, line: r1c1-r1c4, sum: 2, loop: true", -1},
		{"rows: 1, columns: 4, values: -1..1, houses: none", "kind: arrow, bulb: r1c1-r1c2, shafts: r1c3-r1c4", 5},
		{"rows: 1, columns: 4, values: -1..12, houses: none", "kind: arrow, bulb: r1c1-r1c2, shafts: r1c3-r1c4", -1},
		{"rows: 1, columns: 2, values: 1, houses: none", "kind: nabner, line: r1c1-r1c2", 0},
		{"rows: 1, columns: 3, values: [1, 2, 4], houses: none", "kind: renban, line: r1c1-r1c3", 0},
		{"rows: 1, columns: 2, values: [1, 2, 4], houses: none", "kind: renban, line: r1c1-r1c2", 2},
		{"rows: 1, columns: 4, values: -2..3, houses: none", "kind: x-sum, row: 1, sum: 0", 48},
		{"rows: 1, columns: 4, values: -2..3, houses: none", "kind: x-sum, row: 1, sum: 4, end: true", -1},
		{"rows: 1, columns: 2, values: -2..2, houses: none", "kind: rellik, cells: [r1c1, r1c2], sum: -3", 18},
		{"rows: 1, columns: 4, values: -4..3, houses: none", "kind: rellik, cells: r1c1..r1c4, sum: 0", -1},
		{"rows: 1, columns: 3, values: -5..-1, houses: none", "kind: rellik, cells: r1c1..r1c3, sum: -6", -1},
	} {
		d, err := read(c.grid, c.clue)
		if err != nil {
			t.Errorf("%s: %v", c.clue, err)
			continue
		}
		n, m, want := d.Clues()[0], d.Model, 0
		a, all := make(model.Assignment, m.Grid.Cells()), m.CellValues()
		var try func(v int)
		try = func(v int) {
			if v < len(a) {
				for a[v] = range all.All() {
					try(v + 1)
				}
			} else if meanings[variant.KindOf(n)].holds(m, n, a) {
				want++
			}
		}
		try(0)
		result, err := open(t, m).Run(t.Context(), nil, 0, nil)
		if err != nil || result.Count.Int64() != int64(want) || c.want >= 0 && want != c.want {
			t.Errorf("%s: %v lines, %v; by trying all %d, known %d", c.clue, result.Count, err, want, c.want)
		}
	}
}

// TestLimits checks that clues whose definitions would take too long, too much memory or no sense are refused, and soon.
func TestLimits(t *testing.T) {
	const wide = "rows: 1, columns: 3, values: 1..30000, houses: none"
	for _, c := range []struct{ grid, clue, want string }{
		{wide, "kind: between, line: r1c1-r1c3", "found a list of 67 × 30000 entries, expected at most 2000000"},
		{wide, "kind: white-dot, cells: r1c1-r1c2", "found a list of 30000 × 30000 entries"},
		{wide, "kind: skyscraper, row: 1, count: 2", "entries"},
		{wide, "kind: regex, line: r1c1-r1c3, expression: '.{90}'", "states and the values 1..30000"},
		{wide, "kind: rellik, cells: r1c1..r1c3, sum: 45000", "found too many sets of up to 3 values 1..30000 with the sum 45000"},
		{"rows: 25, columns: 25, values: 1..25, houses: none", "kind: rellik, cells: r1c1-r1c12, sum: 150", "found too many sets"},
		{"rows: 1, columns: 3, values: 1..1000000000000, houses: none", "kind: sandwich, row: 1, sum: 3", "entries"},
		{"rows: 1, columns: 4, values: 1..1000000000000, houses: none", "kind: modular, line: r1c1-r1c4, modulus: 4000000000000000", "entries"},
		{"rows: 1, columns: 4, values: 1..1000000000000, houses: none", "kind: renban, line: r1c1-r1c4", "entries"},
		{"rows: 1, columns: 4, values: 1..1000000000000, houses: none", "kind: nabner, line: r1c1-r1c4", "entries"},
		{"rows: 1, columns: 4, values: 1..1000000000000, houses: none", "kind: equality-cage, cells: r1c1-r1c4", "entries"},
		{"rows: 9, columns: 9, values: 1..30000, houses: none", "kind: region-same-values", "found a list of 30000 × 81 entries"},
		{"rows: 3, columns: 3", "kind: sandwich, row: 9, sum: 3", "found row 9"},
		{"rows: 4, columns: 4, regions: \"AAAB\\nCABB\\nCCDB\\nCDDD\"", "kind: disjoint-groups", "found a grid with regions, expected boxes"},
		{"rows: 4, columns: 4, regions: \"AAAB\\nCABB\\nCCDB\\nCDDD\"", "kind: windoku", "found a grid with regions, expected boxes"},
	} {
		start := time.Now()
		if _, err := read(c.grid, c.clue); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, expected %q", c.clue, err, c.want)
		}
		if took := time.Since(start); took > modeltest.Scale(5*time.Second, time.Minute) {
			t.Errorf("%s: refused after %v", c.clue, took)
		}
	}
}

// TestLargeModulus checks that a modulus larger than the values means that cells differ.
func TestLargeModulus(t *testing.T) {
	for _, modulus := range []string{"5", "9", "4000000000000000"} {
		m, err := read("rows: 1, columns: 4, values: -1..3, houses: none", "kind: modular, line: r1c1-r1c4, modulus: "+modulus)
		if err != nil {
			t.Fatal(err)
		}
		result, err := open(t, m.Model).Run(t.Context(), nil, 0, nil)
		if err != nil || result.Count.Int64() != 5*4*3*2 {
			t.Errorf("modulus %s: %v lines, %v; expected 120", modulus, result.Count, err)
		}
	}
}
