package model

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

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
