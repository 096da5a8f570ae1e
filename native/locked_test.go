package native

import (
	"context"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/native/scheme"
)

// TestLockedCandidates fixes cells of the first row of 4×4 Sudoku so that 1 and 2 are left for the second box in it. Then they
// are gone in the box's other row; likewise with lines and boxes exchanged.
func TestLockedCandidates(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	cell := func(row, column, value int) model.Given {
		return model.Given{Var: m.Grid.Cell(row, column), Value: value}
	}
	for name, test := range map[string]struct {
		cube model.Cube
		want map[model.Var]string // domains
	}{
		"a row to a box":    {model.Cube{cell(0, 0, 3), cell(0, 1, 4)}, map[model.Var]string{6: "3..4", 7: "3..4"}},
		"a box to a row":    {model.Cube{cell(1, 0, 3), cell(1, 1, 4)}, map[model.Var]string{2: "3..4", 3: "3..4"}},
		"a column to a box": {model.Cube{cell(0, 0, 3), cell(1, 0, 4)}, map[model.Var]string{9: "3..4", 13: "3..4"}},
	} {
		s := must(openGeneral(context.Background(), m, nil))
		if !s.propagateRoot() {
			t.Fatal("propagation was stopped")
		}
		domains := strings.Fields(domainsAfter(s, test.cube))
		for v, want := range test.want {
			if domains[v] != want {
				t.Errorf("%s: cell %s is %s, expected %s", name, m.NameOf(v), domains[v], want)
			}
		}
	}
}

// TestLockedOnlyForHouses omits a row, so that a value may be missing in it: then nothing may be locked.
func TestLockedOnlyForHouses(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	m.Constraints = m.Constraints[1:]
	s := must(openGeneral(context.Background(), m, nil))
	for _, p := range s.space.Propagators {
		if _, ok := p.(*scheme.LockedCandidates); ok {
			t.Fatal("locked candidates where a row may have any values")
		}
	}
}
