package model_test

import (
	"qmsat/model"
	"qmsat/model/modeltest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

// TestSimplerIsSmaller checks that a simpler constraint is a different one of the same kind, and that chains of them end.
func TestSimplerIsSmaller(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Drawn(t)
		for _, c := range m.Constraints {
			current := c
			for chain := 0; ; chain++ {
				if chain > 1000 {
					t.Fatalf("%v can be made simpler a thousand times, the last time as %v", c, current)
				}
				var valid []model.Constraint
				for _, simple := range current.Simpler() {
					if simple.Kind() != c.Kind() || simple.Label() != c.Label() {
						t.Fatalf("%v is made %v", c, simple)
					}
					if m.ValidateConstraint(simple) == nil {
						valid = append(valid, simple)
					}
				}
				if len(valid) == 0 {
					break
				}
				current = valid[rapid.IntRange(0, len(valid)-1).Draw(t, "simpler")]
			}
		}
	})
}

func TestCubeRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Drawn(t)
		cube := modeltest.DrawnCube(t, m, (&model.Model{Variables: m.Variables}).OutputVars())
		got, err := m.ParseCube(m.FormatCube(cube))
		if diff := cmp.Diff(cube, got); err != nil || diff != "" {
			t.Fatalf("%q: %v %s", m.FormatCube(cube), err, diff)
		}
	})
}

func TestNotationsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Drawn(t)
		for _, n := range []model.Notation{model.Characters, model.Numbers, model.Assignments} {
			if m.CanWrite(n) != nil {
				continue
			}
			vars := m.OutputVars()
			if n != model.Assignments {
				vars = vars[:0:0]
				for cell := range m.Grid.Cells() {
					vars = append(vars, model.Var(cell))
				}
			}
			cube := modeltest.DrawnCube(t, m, vars)
			text := n.FormatCube(m, cube)
			got, err := n.Parse(m, text)
			if err != nil {
				t.Fatalf("notation %d: %q: %v", n, text, err)
			}
			if diff := cmp.Diff(cube, got, cmpopts.EquateEmpty()); diff != "" {
				t.Fatalf("notation %d: %q (-want +got):\n%s", n, text, diff)
			}
			// A puzzle written as a line can be read from a file of such lines.
			file := "# comment\n\n" + text + "\r\n" + text
			lines := []int{}
			for puzzle, err := range model.ReadPuzzles("file", strings.NewReader(file), m, n) {
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(model.Puzzle{File: "file", Line: puzzle.Line, Text: text, Cube: cube}, puzzle, cmpopts.EquateEmpty()); diff != "" {
					t.Fatal(diff)
				}
				lines = append(lines, puzzle.Line)
			}
			if !slices.Equal(lines, []int{3, 4}) {
				t.Fatalf("notation %d: puzzles in lines %v of %q, want 3 and 4", n, lines, file)
			}
		}
	})
}
