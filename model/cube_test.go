package model

import (
	"strings"
	"testing"
)

func TestParseCubeRefuses(t *testing.T) {
	m := three()
	hash := m.Hash()
	other := three(Sum("", 0, 1, 0))
	for _, c := range []struct{ text, want string }{
		{"", `found "", expected a cube: "cube", the model's hash and givens`},
		{"cube", `found "cube", expected a cube: "cube", the model's hash and givens`},
		{"cuboid " + hash + " a=1 b=0", `found "cuboid ` + hash + ` a=…", expected a cube: "cube", the model's hash and givens`},
		{other.FormatCube(Cube{{0, 1}}), "found a cube of the model " + other.Hash() + ", expected one of " + hash},
		{"cube " + hash + " a", `found "a", expected name=value`},
		{"cube " + hash + " a=1 b=x", `found "b=x", expected name=value`},
		{"cube " + hash + " d=1", `found "d", expected a cell or variable of the model`},
		{"cube " + hash + " a=5", `found a=5, expected a value of 0..4`},
	} {
		if cube, err := m.ParseCube(c.text); cube != nil || message(err) != c.want {
			t.Errorf("%q: %v, %q, want %q", c.text, cube, message(err), c.want)
		}
	}
	if cube, err := m.ParseCube(" \tcube  " + hash + "\n"); err != nil || len(cube) != 0 {
		t.Errorf("the empty cube: %v, %v", cube, err)
	}
	if got, want := m.FormatCube(Cube{{2, 4}, {0, 1}}), "cube "+hash+" c=4 a=1"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestHashIsOfTheMeaning(t *testing.T) {
	// The hash is in files that outlive a run, so it must not change between versions of the program.
	sudoku, err := Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := sudoku.Hash(), "sha256:ea9c71326e38b0f2b70153a5c4de69e9da7aeba5a9c9b8d93481693f1ad12501"; got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
	build := func() *Model {
		m, err := Sudoku(2, 2)
		if err != nil {
			t.Fatal(err)
		}
		x := m.AddVariable("x", Interval(0, 5))
		m.Constraints = append(m.Constraints,
			&Linear{Name: "l", Terms: []Term{{1, 0}, {2, x}}, Lo: 1, Hi: 9},
			&Table{Name: "t", Vars: []Var{1, 2}, Tuples: [][]int{{1, 2}, {2, 3}}},
			&Rule{Name: "r", Formula: Implies{Is(0, 1), Count{AtMost, 1, []Formula{Is(1, 1), Not{Is(2, 2, 3)}}}}})
		m.Outputs = []Var{0, 1, 2, x}
		return m
	}
	m := build()
	seen := map[string]string{m.Hash(): "the model"}
	for _, c := range []struct {
		name   string
		change func(m *Model)
	}{
		{"a variable's name", func(m *Model) { m.Variables[16].Name = "y" }},
		{"a variable's domain", func(m *Model) { m.Variables[16].Domain = Interval(0, 6) }},
		{"a cell's domain", func(m *Model) { m.Variables[3].Domain = Interval(1, 3) }},
		{"a variable more", func(m *Model) { m.AddVariable("z", Interval(0, 5)) }},
		{"an output less", func(m *Model) { m.Outputs = m.Outputs[:3] }},
		{"outputs in another order", func(m *Model) { m.Outputs = []Var{1, 0, 2, 16} }},
		{"all outputs", func(m *Model) { m.Outputs = nil }},
		{"no boxes", func(m *Model) { m.Grid = &Grid{Rows: 4, Columns: 4} }},
		{"other boxes", func(m *Model) { m.Grid = &Grid{Rows: 4, Columns: 4, BoxRows: 1, BoxColumns: 4} }},
		{"no grid", func(m *Model) { m.Grid = nil }},
		{"a constraint less", func(m *Model) { m.Constraints = m.Constraints[1:] }},
		{"constraints in another order", func(m *Model) { m.Constraints[0], m.Constraints[1] = m.Constraints[1], m.Constraints[0] }},
		{"a constraint's name", func(m *Model) { m.Constraints[0].(*AllDifferent).Name = "" }},
		{"a house's cells", func(m *Model) { m.Constraints[0].(*AllDifferent).Vars[0] = 15 }},
		{"a lower bound", func(m *Model) { m.Constraints[12].(*Linear).Lo = 0 }},
		{"no lower bound", func(m *Model) { m.Constraints[12].(*Linear).Lo = NoLower }},
		{"an upper bound", func(m *Model) { m.Constraints[12].(*Linear).Hi = 8 }},
		{"no upper bound", func(m *Model) { m.Constraints[12].(*Linear).Hi = NoUpper }},
		{"a coefficient", func(m *Model) { m.Constraints[12].(*Linear).Terms[1].Coefficient = -2 }},
		{"a term's variable", func(m *Model) { m.Constraints[12].(*Linear).Terms[0].Var = 7 }},
		{"a tuple", func(m *Model) { m.Constraints[13].(*Table).Tuples[1][1] = 4 }},
		{"a tuple less", func(m *Model) { m.Constraints[13].(*Table).Tuples = [][]int{{1, 2}} }},
		{"forbidden tuples", func(m *Model) { m.Constraints[13].(*Table).Forbidden = true }},
		{"a formula", func(m *Model) { m.Constraints[14].(*Rule).Formula = And{} }},
		{"a formula's number", func(m *Model) {
			m.Constraints[14].(*Rule).Formula = Implies{Is(0, 1), Count{AtMost, 2, []Formula{Is(1, 1), Not{Is(2, 2, 3)}}}}
		}},
		{"a formula's connective", func(m *Model) {
			m.Constraints[14].(*Rule).Formula = Implies{Is(0, 1), Count{AtLeast, 1, []Formula{Is(1, 1), Not{Is(2, 2, 3)}}}}
		}},
		{"a formula's set", func(m *Model) {
			m.Constraints[14].(*Rule).Formula = Implies{Is(0, 1), Count{AtMost, 1, []Formula{Is(1, 1), Not{Is(2, 2)}}}}
		}},
	} {
		changed := build()
		c.change(changed)
		hash := changed.Hash()
		if before := seen[hash]; before != "" {
			t.Errorf("%s: the same hash as %s", c.name, before)
		}
		seen[hash] = c.name
	}
	named := build()
	named.Name = "another name: [\n"
	if named.Hash() != m.Hash() || named.Name != "another name: [\n" {
		t.Errorf("the hash depends on the name, or changed it to %q", named.Name)
	}
	if h := m.Hash(); len(h) != len("sha256:")+64 || strings.Trim(h[7:], "0123456789abcdef") != "" {
		t.Errorf("hash %q", h)
	}
}
