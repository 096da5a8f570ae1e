package model_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	. "qmsat/model"
)

// A writer of solutions writes each as [Notation.FormatSolution] does, whatever it wrote before.
func TestSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(55, 2))
	plain := &Model{}
	for _, name := range []string{"a", "b", "long name", "c"} {
		plain.AddVariable(name, Interval(-12, 120))
	}
	projected := &Model{Variables: plain.Variables, Outputs: []Var{2, 0}}
	grid, err := Sudoku(1, 2)
	if err != nil {
		t.Fatal(err)
	}
	none, wide := &Model{}, &Model{}
	for i := range 50 {
		wide.AddVariable(fmt.Sprint("v", i), Interval(-12, 120))
		if i%3 > 0 {
			wide.Outputs = append(wide.Outputs, Var(i))
		}
	}
	slices.Reverse(wide.Outputs)
	for _, m := range []*Model{plain, projected, grid, none, wide} {
		for _, n := range []Notation{Characters, Numbers, Assignments} {
			s := n.Solutions(m)
			a := make(Assignment, len(m.Variables))
			for step := range 200 {
				changed := []Var{}
				for i := range a {
					if r.IntN(len(a)) > 3 {
						continue
					}
					changed = append(changed, Var(i))
					if a[i] = 1 + r.IntN(2); m.Grid == nil && r.IntN(3) == 0 {
						a[i] = r.IntN(133) - 12
					}
				}
				if step%3 == 0 {
					changed = nil
				}
				if got, want := string(s.Text(a, changed)), n.FormatSolution(m, a); got != want {
					t.Fatalf("%q, expected %q", got, want)
				}
			}
		}
	}
}
