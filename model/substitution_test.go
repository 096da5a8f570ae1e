package model

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A table keeps the columns of variables that stay, and the tuples with the values that replace the others.
func TestSubstituteInTable(t *testing.T) {
	table := &Table{Name: "t", Vars: []Var{4, 2, 0}, Tuples: [][]int{{1, 2, 3}, {4, 2, 6}, {7, 8, 9}}}
	got := table.Substitute(Substitution{
		Var:   func(v Var) (Var, bool) { return v + 10, v != 2 },
		Value: func(Var) (int, bool) { return 2, true },
	})
	want := &Table{Name: "t", Vars: []Var{14, 10}, Tuples: [][]int{{1, 3}, {4, 6}}}
	if diff := cmp.Diff(Constraint(want), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
