package model

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestSudokuHouses(t *testing.T) {
	for _, c := range []struct{ boxRows, boxColumns int }{{1, 1}, {1, 5}, {5, 1}, {2, 2}, {2, 3}, {3, 2}, {3, 3}, {2, 4}, {10, 10}} {
		m, err := Sudoku(c.boxRows, c.boxColumns)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		n := c.boxRows * c.boxColumns
		if len(m.Variables) != n*n || m.Projected() || len(m.OutputVars()) != n*n {
			t.Fatalf("%d×%d: %d variables, want %d", c.boxRows, c.boxColumns, len(m.Variables), n*n)
		}
		if len(m.Constraints) != 3*n {
			t.Fatalf("%d×%d: %d constraints, want %d", c.boxRows, c.boxColumns, len(m.Constraints), 3*n)
		}
		// The cells of a house, found by testing every cell.
		member := []struct {
			kind string
			of   func(row, column int) int
		}{
			{"row", func(row, _ int) int { return row }},
			{"column", func(_, column int) int { return column }},
			{"box", func(row, column int) int { return row/c.boxRows*(n/c.boxColumns) + column/c.boxColumns }},
		}
		for k, constraint := range m.Constraints {
			house, number := member[k/n], k%n
			var want []Var
			for cell := range n * n {
				if house.of(cell/n, cell%n) == number {
					want = append(want, Var(cell))
				}
			}
			got, ok := constraint.(*AllDifferent)
			if name := fmt.Sprintf("%s %d", house.kind, number+1); !ok || got.Name != name || !slices.Equal(got.Vars, want) {
				t.Fatalf("%d×%d: constraint %d is %v, want %s on %v", c.boxRows, c.boxColumns, k, constraint, name, want)
			}
		}
		for cell, v := range m.Variables {
			if v.Name != CellName(cell/n, cell%n) || !v.Domain.Equal(Interval(1, n)) {
				t.Fatalf("%d×%d: variable %d is %v", c.boxRows, c.boxColumns, cell, v)
			}
		}
	}
}

func TestBuildersRefuse(t *testing.T) {
	for _, c := range []struct {
		build func() (*Model, error)
		want  string
	}{
		{func() (*Model, error) { return Sudoku(0, 3) }, "boxes of 0×3, expected both sides at least 1 and 1 to 100 cells"},
		{func() (*Model, error) { return Sudoku(3, -1) }, "boxes of 3×-1, expected both sides at least 1 and 1 to 100 cells"},
		{func() (*Model, error) { return Sudoku(1, 101) }, "boxes of 1×101, expected both sides at least 1 and 1 to 100 cells"},
		{func() (*Model, error) { return Sudoku(1<<32, 1<<32) },
			"boxes of 4294967296×4294967296, expected both sides at least 1 and 1 to 100 cells"},
		{func() (*Model, error) { return QuasiMagic(11, 2) }, "boxes of 11×11, expected both sides at least 1 and 1 to 100 cells"},
		{func() (*Model, error) { return QuasiMagic(3, -1) }, "quasi-magic Δ = -1, expected 0 to 9 for 3×3 boxes"},
		{func() (*Model, error) { return QuasiMagic(3, 10) }, "quasi-magic Δ = 10, expected 0 to 9 for 3×3 boxes"},
		{func() (*Model, error) { return QuasiMagic(1, 1) }, "quasi-magic Δ = 1, expected 0 to 0 for 1×1 boxes"},
		{func() (*Model, error) { return QuasiMagic(4, 25) }, "quasi-magic Δ = 25, expected 0 to 24 for 4×4 boxes"},
	} {
		if m, err := c.build(); m != nil || message(err) != c.want {
			t.Errorf("got %v, %q, want %q", m, message(err), c.want)
		}
	}
	if _, err := QuasiMagicBox(&Grid{Rows: 6, Columns: 6, BoxRows: 2, BoxColumns: 3}, 0, 2); message(err) !=
		"boxes of 2×3 have no quasi-magic form, expected square boxes" {
		t.Errorf("2×3 boxes: %v", err)
	}
	if _, err := QuasiMagicBox(&Grid{Rows: 6, Columns: 6}, 0, 2); message(err) !=
		"boxes of 0×0 have no quasi-magic form, expected square boxes" {
		t.Errorf("no boxes: %v", err)
	}
	for _, box := range []int{-1, 9} {
		if _, err := QuasiMagicBox(&pruningGrid, box, 2); message(err) != fmt.Sprintf("box %d, expected 0 to 8", box) {
			t.Errorf("box %d: %v", box, err)
		}
	}
}

func TestQuasiMagicLines(t *testing.T) {
	for _, c := range []struct{ r, delta, magic, most int }{
		{1, 0, 1, 0}, {2, 1, 5, 2}, {3, 2, 15, 9}, {3, 9, 15, 9}, {4, 24, 34, 24}, {10, 450, 505, 450},
	} {
		m, err := QuasiMagic(c.r, c.delta)
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Validate(); err != nil {
			t.Fatal(err)
		}
		if MagicConstant(c.r) != c.magic || MaxDelta(c.r) != c.most {
			t.Errorf("r = %d: magic constant %d, greatest Δ %d", c.r, MagicConstant(c.r), MaxDelta(c.r))
		}
		n := c.r * c.r
		plain, _ := Sudoku(c.r, c.r)
		if diff := cmp.Diff(plain.Constraints, m.Constraints[:3*n], cmp.AllowUnexported(Domain{}), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("r = %d: not plain Sudoku first:\n%s", c.r, diff)
		}
		lines := m.Constraints[3*n:]
		if len(lines) != n*(2*c.r+2) {
			t.Fatalf("r = %d: %d lines, want %d", c.r, len(lines), n*(2*c.r+2))
		}
		for _, line := range lines {
			sum := line.(*Linear)
			if len(sum.Terms) != c.r || sum.Lo != c.magic-c.delta || sum.Hi != c.magic+c.delta {
				t.Fatalf("r = %d: %v", c.r, sum)
			}
			for _, term := range sum.Terms {
				if term.Coefficient != 1 {
					t.Fatalf("r = %d: %v", c.r, sum)
				}
			}
		}
	}
}

func TestQuasiMagicBoxByHand(t *testing.T) {
	m, err := QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	// The sixth box has rows 4 to 6 and columns 7 to 9.
	lines, err := QuasiMagicBox(m.Grid, 5, 2)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, line := range lines {
		text := line.Label() + ":"
		for _, v := range line.Scope() {
			text += " " + m.NameOf(v)
		}
		got = append(got, text)
	}
	want := []string{
		"box 6 row 1: r4c7 r4c8 r4c9", "box 6 row 2: r5c7 r5c8 r5c9", "box 6 row 3: r6c7 r6c8 r6c9",
		"box 6 column 1: r4c7 r5c7 r6c7", "box 6 column 2: r4c8 r5c8 r6c8", "box 6 column 3: r4c9 r5c9 r6c9",
		"box 6 diagonal 1: r4c7 r5c8 r6c9", "box 6 diagonal 2: r4c9 r5c8 r6c7",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(lines, m.Constraints[27+5*8:27+6*8], cmp.AllowUnexported(Domain{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("QuasiMagic has other lines in box 6:\n%s", diff)
	}
}

// The greatest Δ requires nothing: every filling of a box is within it, and some filling is not within Δ − 1.
func TestMaxDeltaIsSharp(t *testing.T) {
	for r := 2; r <= 10; r++ {
		n := r * r
		low, high := 0, 0
		for i := range r {
			low += i + 1
			high += n - i
		}
		if got := MagicConstant(r) - low; got != MaxDelta(r) {
			t.Errorf("r = %d: the lowest line is %d below the magic constant, MaxDelta says %d", r, got, MaxDelta(r))
		}
		if got := high - MagicConstant(r); got != MaxDelta(r) {
			t.Errorf("r = %d: the highest line is %d above the magic constant, MaxDelta says %d", r, got, MaxDelta(r))
		}
	}
}

func TestNewGrid(t *testing.T) {
	m := NewGrid(&Grid{Rows: 2, Columns: 3}, Values(2, 4))
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, v := range m.Variables {
		names = append(names, v.Name+":"+v.Domain.String())
	}
	want := []string{"r1c1:2,4", "r1c2:2,4", "r1c3:2,4", "r2c1:2,4", "r2c2:2,4", "r2c3:2,4"}
	if diff := cmp.Diff(want, names); diff != "" || len(m.Constraints) != 0 {
		t.Errorf("%d constraints, %s", len(m.Constraints), diff)
	}
	if boxes := m.Grid.BoxHouses(); len(boxes) != 0 || m.Grid.Boxes() != 0 || m.Grid.HasBoxes() {
		t.Errorf("boxes %v in a grid without", boxes)
	}
	if got := len(m.Grid.Houses()); got != 5 {
		t.Errorf("%d houses, want 2 rows and 3 columns", got)
	}
}

func TestGridGeometry(t *testing.T) {
	// Two bands of three stacks: there need not be as many boxes as rows.
	g := &Grid{Rows: 4, Columns: 9, BoxRows: 2, BoxColumns: 3}
	if g.Bands() != 2 || g.Stacks() != 3 || g.Boxes() != 6 {
		t.Fatalf("%d bands, %d stacks, %d boxes", g.Bands(), g.Stacks(), g.Boxes())
	}
	seen := map[Var]int{}
	for box, house := range g.BoxHouses() {
		if g.BandOf(box) != box/3 || g.StackOf(box) != box%3 {
			t.Errorf("box %d: band %d, stack %d", box, g.BandOf(box), g.StackOf(box))
		}
		for i, cell := range house.Cells {
			seen[cell]++
			if want := g.BoxCell(box, i/3, i%3); cell != want {
				t.Errorf("box %d, cell %d: %d, want %d", box, i, cell, want)
			}
		}
	}
	if len(seen) != g.Cells() {
		t.Errorf("the boxes cover %d of %d cells", len(seen), g.Cells())
	}
	if got := g.BoxCell(5, 1, 2); got != g.Cell(3, 8) || got != 35 {
		t.Errorf("the last box ends in cell %d, want 35", got)
	}
}

// TestGridPlaces checks that lines, boxes and crossings agree on the places of cells, for every shape of boxes.
func TestGridPlaces(t *testing.T) {
	for _, g := range []*Grid{
		{Rows: 4, Columns: 9, BoxRows: 2, BoxColumns: 3}, {Rows: 4, Columns: 4, BoxRows: 1, BoxColumns: 4}, {Rows: 3, Columns: 5},
	} {
		for i, house := range g.Houses() {
			for _, cell := range house.Cells {
				row, column, box := g.Coordinates(cell)
				if i != row && i != g.Rows+column && i != g.Rows+g.Columns+box {
					t.Errorf("%+v: cell %d of %s is in row %d, column %d, box %d", g, cell, house.Name, row, column, box)
				}
			}
		}
		crossings := 0
		for _, line := range slices.Concat(g.RowHouses(), g.ColumnHouses()) {
			for _, box := range g.BoxHouses() {
				apart := func(cells, others []Var) []Var {
					return slices.DeleteFunc(slices.Clone(cells), func(v Var) bool { return slices.Contains(others, v) })
				}
				want := Crossing{Line: apart(line.Cells, box.Cells), Box: apart(box.Cells, line.Cells)}
				want.Both = apart(line.Cells, want.Line)
				if len(want.Both) == 0 {
					continue
				}
				if diff := cmp.Diff(want, g.Crossings()[crossings], cmp.AllowUnexported(Domain{}), cmpopts.EquateEmpty()); diff != "" {
					t.Errorf("%+v: %s and %s: -want +got\n%s", g, line.Name, box.Name, diff)
				}
				crossings++
			}
		}
		if got := len(g.Crossings()); got != crossings {
			t.Errorf("%+v: %d crossings, want %d", g, got, crossings)
		}
	}
}

func TestPeers(t *testing.T) {
	m, err := Sudoku(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	m.Constraints = append(m.Constraints, &AllDifferent{Vars: []Var{0, 35}}, &Linear{Terms: []Term{{0, 1}, {34, 1}}})
	peers, err := m.Peers(t.Context())
	if diff := cmp.Diff([]Var{1, 2, 3, 4, 5, 6, 7, 8, 12, 18, 24, 30, 35}, peers[0]); diff != "" || err != nil {
		t.Errorf("peers of r1c1: error %v, -want +got\n%s", err, diff)
	}
}

func TestCellNames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row, column := rapid.IntRange(0, 999_998).Draw(t, "row"), rapid.IntRange(0, 999_998).Draw(t, "column")
		r, c, ok := ParseCellName(CellName(row, column))
		if !ok || r != row || c != column {
			t.Fatalf("%s reads as %d, %d, %v", CellName(row, column), r, c, ok)
		}
	})
	for _, name := range []string{"", "r1", "c1", "r0c1", "r1c0", "r01c1", "r1c1 ", "R1C1", "r1c1000000", "xr1c1", "r-1c1"} {
		if _, _, ok := ParseCellName(name); ok {
			t.Errorf("%q is taken for a cell", name)
		}
	}
}
