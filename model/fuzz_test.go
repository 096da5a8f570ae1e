package model

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
)

// FuzzReadYAML checks that bad text gives a one-line error with its place, and that a model that is read is valid and survives
// writing and reading.
func FuzzReadYAML(f *testing.F) {
	for _, seed := range []string{
		"",
		"name: x\ngrid: {boxes: 2x3}\nvariables: {a: [0..40, 50]}\ndomains: {r1c1: [1, 3]}\noutputs: [r1c1, a]\ngivens: {r1c1: 3}\n",
		"grid: {boxes: 3x3}\nquasi-magic: 2\npruning-rules: [1, 10]\n",
		"grid: {boxes: 2x2, rows: 4, columns: 6, values: -1..9, houses: [rows, boxes]}\nquasi-magic: {delta: 1, boxes: [2]}\n",
		"variables: {a: 0..4, b: 0..4}\nconstraints:\n- {kind: all-different, cells: [a, b]}\n" +
			"- {kind: linear, name: \"\\x01\", cells: [a, b], coefficients: [2, -1], min: 0, max: 3}\n" +
			"- {kind: table, cells: [a, b], forbidden: [[1, 2]]}\n",
		"variables: {a: 0..4, b: 0..4}\nconstraints:\n- kind: rule\n  if: {a: 1, b: []}\n" +
			"  then: {any: [{not: {b: 2}}, {at-most: 1, of: [{all: []}, {exactly: 0, of: []}]}]}\n",
		"variables: &v {a: *v}\n---\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, givens, err := ReadYAML("file", bytes.NewReader(text))
		if err != nil {
			expectPlaced(t, err)
			return
		}
		if err := m.Validate(); err != nil {
			t.Fatalf("read, but not valid: %v", err)
		}
		var written bytes.Buffer
		if err := m.WriteYAML(&written, givens); err != nil {
			t.Fatal(err)
		}
		again, givensAgain, err := ReadYAML("written", &written)
		if err != nil {
			t.Fatalf("written, but not read: %v", err)
		}
		if again.Hash() != m.Hash() || again.Name != m.Name || !slices.Equal(givens, givensAgain) {
			t.Fatalf("read back as another model or with other givens: %v, %v", givens, givensAgain)
		}
	})
}

// FuzzReadRules checks that bad text gives a one-line error with its place and leaves the model unchanged, and that rules that
// are read survive writing and reading.
func FuzzReadRules(f *testing.F) {
	for _, seed := range []string{
		"rules: []\n",
		"# comment\nquasi-magic: 1\nrules:\n- {name: corner, r1c1: [1, 2..3]}\n- {kind: rule, not: {r2c2: 4}}\n",
		"quasi-magic: 2\nrules: [{any: []}]\n",
		"rules:\n- {at-most: 1, of: [{r1c1: 1, r1c2: 2}, {exactly: -1, of: [{all: [{r4c4: []}]}]}]}\n- {if: {r1c1: 1}, then: {any: [{r1c2: 2}]}}\n",
		"rules: [{kind: table}]\n",
		"rules: [{}]\nmore: 1\n",
		"rules:\n- {name: \"\\x01\", r1c1: 1}\n- {r5c5: 1}\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := QuasiMagic(2, 1)
		if err != nil {
			t.Fatal(err)
		}
		m.Constraints = slices.Clip(m.Constraints) // so that appending rules to one model does not overwrite the other's
		copied := *m
		before := &copied
		if err := ReadRules("file", bytes.NewReader(text), m); err != nil {
			expectPlaced(t, err)
			if m.Hash() != before.Hash() {
				t.Fatal("the model was changed")
			}
			return
		}
		if err := m.Validate(); err != nil {
			t.Fatalf("read, but not valid: %v", err)
		}
		var rules []*Rule
		for _, c := range m.Constraints[len(before.Constraints):] {
			rules = append(rules, c.(*Rule))
		}
		var written bytes.Buffer
		if err := WriteRules(&written, before, []string{"a comment"}, rules); err != nil {
			t.Fatal(err)
		}
		if err := ReadRules("written", &written, before); err != nil {
			t.Fatalf("written, but not read: %v", err)
		}
		if before.Hash() != m.Hash() {
			t.Fatalf("%d rules are read back as others", len(rules))
		}
	})
}

// expectPlaced expects a one-line error with its place.
func expectPlaced(t *testing.T, err error) {
	t.Helper()
	var input *InputError
	if !errors.As(err, &input) || input.Line < 1 || input.Column < 1 || strings.ContainsAny(err.Error(), "\n\r") {
		t.Fatalf("%q: expected one line that says where", err)
	}
}

// FuzzReadPuzzles checks that every puzzle that is read survives writing and reading.
func FuzzReadPuzzles(f *testing.F) {
	f.Add("\ufeff# comment\r\n123456 rest\r\n\n.0....\n", 0)
	f.Add("1 2 3 4 5 6\n0 . 0 0 0 0", 1)
	f.Add("r1c1=2 r2c3=4\n.", 2)
	f.Add("é\xff", 0)
	f.Add("1 2 3\n\n4 . 12\n1..\n..A", 0)
	f.Add("10 2 .\n0 . 12\n1 2 3", 1)
	m := grid23(Interval(1, 12))
	f.Fuzz(func(t *testing.T, text string, notation int) {
		n := []Notation{Characters, Numbers, Assignments}[uint(notation)%3]
		line := 0
		for puzzle, err := range ReadPuzzles("file", strings.NewReader(text), m, n) {
			if err != nil {
				var input *InputError
				if !errors.As(err, &input) || input.Line <= line || input.Column < 1 || strings.ContainsAny(err.Error(), "\n\r") {
					t.Fatalf("%q: expected one line that says where, after line %d", err, line)
				}
				return
			}
			if puzzle.Line <= line {
				t.Fatalf("line %d after line %d", puzzle.Line, line)
			}
			line = puzzle.Line
			again, err := n.Parse(m, n.FormatCube(m, puzzle.Cube))
			if err != nil || !slices.Equal(again, puzzle.Cube) {
				t.Fatalf("%q: %v reads back as %v: %v", puzzle.Text, puzzle.Cube, again, err)
			}
		}
	})
}

// FuzzParseCube checks that every cube that is read survives writing and reading.
func FuzzParseCube(f *testing.F) {
	m := grid23(Interval(1, 12))
	m.AddVariable("x", Interval(-5, 5))
	hash := m.Hash()
	f.Add("r1c1=5 x=-3")
	f.Add("r1c1=5 r1c1=5")
	f.Add("r1c1==5")
	f.Add("x=99999999999999999999")
	f.Fuzz(func(t *testing.T, givens string) {
		for _, text := range []string{givens, "cube " + hash + " " + givens} {
			cube, err := m.ParseCube(text)
			if err != nil {
				if strings.ContainsAny(err.Error(), "\n\r") {
					t.Fatalf("%q: expected one line", err)
				}
				continue
			}
			again, err := m.ParseCube(m.FormatCube(cube))
			if err != nil || !slices.Equal(again, cube) {
				t.Fatalf("%v reads back as %v: %v", cube, again, err)
			}
		}
	})
}

// FuzzFormatCube checks that any cube is written on one line, in any notation of any model, and that a valid cube without
// repeated cells can be read back.
func FuzzFormatCube(f *testing.F) {
	f.Add(int8(0), 64, int8(0), 5)
	f.Add(int8(-1), -1, int8(100), 0)
	f.Add(int8(6), 1, int8(6), 1)
	bare := &Model{}
	bare.AddVariable("x", Interval(-5, 70))
	other := grid23(Interval(1, 12))
	other.AddVariable("x", Interval(-5, 5))
	f.Fuzz(func(t *testing.T, v int8, value int, w int8, second int) {
		cube := Cube{{Var(v), value}, {Var(w), second}}
		for _, m := range []*Model{bare, grid23(Interval(1, 64)), grid23(Interval(0, 3)), other} {
			for _, n := range []Notation{Characters, Numbers, Assignments} {
				text := n.FormatCube(m, cube)
				if strings.ContainsAny(text, "\n\r") {
					t.Fatalf("%q, expected one line", text)
				}
				again, err := n.Parse(m, text)
				if err == nil && v < w && len(again) == 2 && !slices.Equal(again, cube) {
					t.Fatalf("%v is written as %q and read as %v", cube, text, again)
				}
			}
		}
	})
}
