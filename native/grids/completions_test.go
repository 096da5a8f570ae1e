package grids

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	_ "qmsat/native" // the engine that slices are compared with
)

func openNative(t testing.TB, m *model.Model) engine.Session {
	t.Helper()
	e, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func cube(g Grid) (c model.Cube) {
	for i, d := range g {
		if d != 0 {
			c = append(c, model.Given{Var: model.Var(i), Value: int(d)})
		}
	}
	return c
}

// randomCross returns a band's completion without the boxes that neither the first band nor the first stack has.
func randomCross(t testing.TB, random *rand.Rand, s engine.Session, band Grid) Grid {
	t.Helper()
	choice := uint64(1 + random.IntN(50))
	if _, err := s.Run(context.Background(), cube(band), choice, func(a model.Assignment) bool {
		for i, v := range a {
			if places[i].box%side == 0 {
				band[i] = uint8(v)
			}
		}
		return true
	}); err != nil {
		t.Fatal(err)
	}
	return band
}

// completeBacktracking counts completions cell by cell, with no more thought than that.
func completeBacktracking(b bound, g *Grid, cell int) (n uint64) {
	for cell < cells && g[cell] != 0 {
		cell++
	}
	if cell == cells {
		return 1
	}
	row, column := cell/digits, cell%digits
	p := places[cell]
next:
	for d := uint8(1); d <= digits; d++ {
		for i := range digits {
			if g[row*digits+i] == d || g[i*digits+column] == d || g[cellAt[p.box][i]] == d {
				continue next
			}
		}
		g[cell] = d
		m := g.minigrid(p.box)
		if boxMayBe(b, m) {
			n += completeBacktracking(b, g, cell+1)
		}
		g[cell] = 0
	}
	return n
}

func boxMayBe(b bound, m Minigrid) bool {
	for _, line := range [8][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		x, y, z := m[line[0]], m[line[1]], m[line[2]]
		if x != 0 && y != 0 && z != 0 && !b.allows(int(x+y+z)) {
			return false
		}
	}
	return true
}

// TestCompletionsOfCross compares slices for each Δ, a first band and a first stack being given, with the engine and with
// plain backtracking.
func TestCompletionsOfCross(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	random := rand.New(rand.NewPCG(6, 5))
	crosses := 1
	if modeltest.Long() {
		crosses = 5
	}
	for delta := 2; delta <= maxDelta; delta++ {
		tb, s := must(newTables(t.Context(), bound(delta))), openNative(t, quasiMagic(t, delta))
		for found := 0; found < crosses; {
			band := randomBand(random, tb)
			cross := randomCross(t, random, s, band)
			if cross == band {
				continue // the band has no completion
			}
			found++
			want, err := s.Run(context.Background(), cube(cross), 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			plain := completeBacktracking(bound(delta), &cross, 0)
			got, err := Completions(context.Background(), delta, cross)
			if err != nil || got.Cmp(want.Count) != 0 || got.Uint64() != plain || plain == 0 {
				t.Errorf("Δ = %d, %v: %v completions, error %v, expected %v by the engine, %d by backtracking", delta, cross, got, err, want.Count, plain)
			}
		}
	}
}

// TestCompletionsOfBand compares slices with a given first band with the engine.
func TestCompletionsOfBand(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	tests := []struct{ delta, bands int }{{2, 3}, {3, 3}}
	if modeltest.Long() {
		tests = []struct{ delta, bands int }{{2, 10}, {3, 10}, {4, 5}, {5, 1}}
	}
	for _, test := range tests {
		tb, s := must(newTables(t.Context(), bound(test.delta))), openNative(t, quasiMagic(t, test.delta))
		for range test.bands {
			band := randomBand(random, tb)
			want, err := s.Run(context.Background(), cube(band), 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Completions(context.Background(), test.delta, band)
			if err != nil || got.Cmp(want.Count) != 0 {
				t.Errorf("Δ = %d, %v: %v completions, error %v, expected %v", test.delta, band, got, err, want.Count)
			}
			t.Logf("Δ = %d: %v completions", test.delta, got)
		}
	}
}

// TestBandsAgainstEngine counts bands as solutions of a model of three rows.
func TestBandsAgainstEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	for _, delta := range []int{1, 2} {
		m := model.NewGrid(&model.Grid{Rows: side, Columns: digits, BoxRows: side, BoxColumns: side}, model.Interval(1, digits))
		for _, house := range append(m.Grid.RowHouses(), m.Grid.BoxHouses()...) {
			m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: house.Cells})
		}
		for box := range m.Grid.Boxes() {
			m.Constraints = append(m.Constraints, must(model.QuasiMagicBox(m.Grid, box, delta))...)
		}
		want, err := openNative(t, m).Run(context.Background(), nil, 0, nil)
		if err != nil || !want.Complete() {
			t.Fatal(want, err)
		}
		if got := count(t, delta, Bands, Options{}); got.Cmp(want.Count) != 0 {
			t.Errorf("Δ = %d: %v bands, the engine finds %v", delta, got, want.Count)
		}
	}
}

func TestCompletionsOfWrongCells(t *testing.T) {
	list, _ := List(t.Context(), 2)
	var grid Grid
	for g := range list {
		grid = g
		break
	}
	band := grid
	clear(band[27:])
	cross := grid
	for i := range cross {
		if places[i].box/side > 0 && places[i].box%side > 0 {
			cross[i] = 0
		}
	}
	change := func(g Grid, cell int, d uint8) Grid {
		g[cell] = d
		return g
	}
	for name, test := range map[string]struct {
		given Grid
		err   string // empty: no completion
	}{
		"nothing given":         {Grid{}, "expected the cells of the first band"},
		"all given":             {grid, "expected the cells of the first band"},
		"one cell too few":      {change(band, 3, 0), "expected the cells of the first band"},
		"one cell too many":     {change(band, 80, 1), "expected the cells of the first band"},
		"half a stack":          {change(cross, 54, 0), "expected the cells of the first band"},
		"no digit":              {change(band, 3, 10), "found the digit 10"},
		"a clash in the band":   {change(band, 0, band[1]), ""},
		"a clash in the stack":  {change(cross, 27, cross[28]), ""},
		"not quasi-magic":       {swapped(band), ""},
		"stack not quasi-magic": {change(change(cross, 27, cross[28]), 28, cross[27]), ""},
	} {
		n, err := Completions(context.Background(), 2, test.given)
		switch {
		case test.err == "" && (err != nil || n.Sign() != 0):
			t.Errorf("%s: %v completions, error %v, expected none", name, n, err)
		case test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)):
			t.Errorf("%s: error %v, expected %q", name, err, test.err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if n, err := Completions(ctx, 9, band); !errors.Is(err, context.Canceled) {
		t.Errorf("%v completions, error %v, expected the end of the context", n, err)
	}
	if _, err := Completions(context.Background(), 10, band); err == nil {
		t.Error("Δ = 10 is accepted")
	}
}

// swapped exchanges the first two columns of the first box.
func swapped(g Grid) Grid {
	for row := range side {
		g[row*digits], g[row*digits+1] = g[row*digits+1], g[row*digits]
	}
	return g
}
