package grids

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	_ "qmsat/native" // the engine that parts of the sum are compared with
)

// completions is the part of the sum behind [Count] for a given first band of a grid and, if given, a first stack.
func (t *tables) completions(ctx context.Context, given Grid, cross bool) *big.Int {
	rows := func(box int) uint16 {
		f := given.filling(box)
		return t.index[newPartition(f.rowSet(1), f.rowSet(0), f.rowSet(2))]
	}
	var stacks [side]*stackTable
	for stack := range side {
		f := given.filling(stack)
		columns := newPartition(f.columnSet(1), f.columnSet(0), f.columnSet(2))
		stacks[stack] = must(t.newStackTable(ctx, []uint16{t.index[columns]}))
	}
	// The given columns decide the mirror image of each stack. Only a given first stack decides those of the second and third
	// band.
	images := int64(mirrors * mirrors)
	if cross {
		stacks[0] = t.emptyStackTable()
		second, third := rows(3), rows(6)
		stacks[0].line(second)[third] = 1
		stacks[0].live[second], stacks[0].live[third] = true, true
		images = 1
	}
	total := newSum(t).ofAll(ctx, stacks)
	return total.Mul(total, big.NewInt(images))
}

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

// completeBacktracking counts completions cell by cell, without further inference.
func completeBacktracking(b bound, g *Grid, cell int) (n int64) {
	for cell < cells && g[cell] != 0 {
		cell++
	}
	if cell == cells {
		return 1
	}
	row, column := cell/digits, cell%digits
	p := boxCells[cell]
next:
	for d := uint8(1); d <= digits; d++ {
		for i := range digits {
			if g[row*digits+i] == d || g[i*digits+column] == d || g[cellAt[p.box][i]] == d {
				continue next
			}
		}
		g[cell] = d
		if boxMayBe(b, g.filling(p.box)) {
			n += completeBacktracking(b, g, cell+1)
		}
		g[cell] = 0
	}
	return n
}

func boxMayBe(b bound, f filling) bool {
	for _, line := range boxLines {
		x, y, z := f[line[0]], f[line[1]], f[line[2]]
		if x != 0 && y != 0 && z != 0 && !b.allows(int(x+y+z)) {
			return false
		}
	}
	return true
}

// crosses are grids with a first band and a first stack, one for each Δ, and the number of grids that contain them.
var crosses = []struct {
	delta, grids int
	text         string
}{
	{2, 2, "816439527357862941492175386934......268......571......725......149......683......"},
	{3, 1, "386275491941863257527419836813......259......674......462......198......735......"},
	{4, 1, "247816593851934276396275814485......723......619......972......168......534......"},
	{5, 3, "195268734746913258238457196361......487......952......623......519......874......"},
	{6, 39, "912865473467913258583427916254......378......691......745......126......839......"},
	{7, 411, "158234679467591238392687145749......615......283......971......534......826......"},
	{8, 952, "623417589157869234489325167234......518......796......961......345......872......"},
	{9, 2551, "714623985826549731935781426168......357......249......482......571......693......"},
}

func parseGrid(text string) (g Grid) {
	for i := range g {
		if text[i] != '.' {
			g[i] = text[i] - '0'
		}
	}
	return g
}

// TestCompletionsOfCross compares parts of the sum, for a given first band and first stack, with the known number, with the
// engine and with plain backtracking.
func TestCompletionsOfCross(t *testing.T) {
	for _, cross := range crosses {
		if cross.delta > 4 && cross.delta < maxDelta && !modeltest.Long() {
			continue
		}
		given := parseGrid(cross.text)
		got := must(newTables(t.Context(), bound(cross.delta))).completions(t.Context(), given, true)
		want, err := openNative(t, modeltest.QuasiMagic(t, cross.delta)).Run(t.Context(), cube(given), 0, nil)
		plain := completeBacktracking(bound(cross.delta), &given, 0)
		if err != nil || got.Cmp(want.Count) != 0 || got.Int64() != plain || plain != int64(cross.grids) {
			t.Errorf("Δ = %d: %v completions, expected %d, %v by the engine (error %v), %d by backtracking", cross.delta, got, cross.grids, want.Count, err, plain)
		}
	}
}

// TestCompletionsOfBand compares parts of the sum, for a given first band, with the engine.
func TestCompletionsOfBand(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	tests := []struct{ delta, bands int }{{2, 3}, {3, 3}}
	if modeltest.Long() {
		tests = []struct{ delta, bands int }{{2, 10}, {3, 10}, {4, 5}, {5, 1}}
	}
	for _, test := range tests {
		tb, s := must(newTables(t.Context(), bound(test.delta))), openNative(t, modeltest.QuasiMagic(t, test.delta))
		for range test.bands {
			band := randomBand(random, tb)
			want, err := s.Run(t.Context(), cube(band), 0, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := tb.completions(t.Context(), band, false); got.Cmp(want.Count) != 0 {
				t.Errorf("Δ = %d, %v: %v completions, expected %v", test.delta, band, got, want.Count)
			}
		}
	}
}

// TestBandsAgainstEngine counts bands as solutions of a model of three rows.
func TestBandsAgainstEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	deltas := modeltest.Scale([]int{1}, []int{1, 2})
	for _, delta := range deltas {
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
