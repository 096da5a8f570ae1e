package encode

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/model"
)

// TestTableSize compares the table of fillings with its closed form, for one mini-grid of Δ = 2.
func TestTableSize(t *testing.T) {
	m := &model.Model{}
	var cells []model.Var
	for i := range 9 {
		cells = append(cells, m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(1, 9)))
	}
	values := sizeOf(t, m, Options{})
	m.Constraints = []model.Constraint{&model.AllDifferent{Vars: cells}}
	for _, line := range [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
		m.Constraints = append(m.Constraints, model.Sum("", 13, 17, cells[line[0]], cells[line[1]], cells[line[2]]))
	}
	const fillings = 1072
	want := Size{Variables: fillings, Clauses: 9*fillings + 81, Literals: 2*9*fillings + 81 + 9*fillings}
	got := sizeOf(t, m, Options{Linear: "table"})
	got = Size{got.Variables - values.Variables, got.Clauses - values.Clauses, got.Literals - values.Literals}
	if got != want {
		t.Errorf("table of fillings: %+v, expected %+v", got, want)
	}
}

// TestTableFallsBack compares table with support if a box has too many fillings.
func TestTableFallsBack(t *testing.T) {
	m := must(model.QuasiMagic(3, 8))
	table := sizeOf(t, m, Options{Linear: "table"})
	if support := sizeOf(t, m, Options{Linear: "support"}); table != support {
		t.Errorf("table is of size %v, support %v, expected the same", table, support)
	}
	if small := sizeOf(t, must(model.QuasiMagic(3, 2)), Options{Linear: "table"}); small.Variables != 729+9*1072 {
		t.Errorf("%d variables, expected a selector for each of 1,072 fillings of 9 boxes", small.Variables)
	}
}

// TestSumsRefuseWhatIsTooLarge has a wide sum that all these encodings refuse, and a long sum that only mdd accepts.
func TestSumsRefuseWhatIsTooLarge(t *testing.T) {
	wide := func(variables, values int) *model.Model {
		m := &model.Model{}
		sum := &model.Linear{Lo: variables, Hi: variables * values / 2}
		for i := range variables {
			v := m.AddVariable("x"+strings.Repeat("x", i), model.Interval(0, values))
			sum.Terms = append(sum.Terms, model.Term{Coefficient: 1 + i%2, Var: v})
		}
		m.Constraints = []model.Constraint{sum}
		return m
	}
	for _, sum := range []string{"forbidden", "joint", "mdd", "order", "pairs", "support", "table"} {
		if _, err := NewDIMACS(context.Background(), wide(4, 2000), Options{Linear: sum, AMO: "sequential"}, nil); err == nil {
			t.Errorf("%s: no error for a sum of four variables with 2001 values each", sum)
		} else if !strings.Contains(err.Error(), "the limit of this encoding") {
			t.Errorf("%s: error %q, expected the declared size", sum, err)
		}
	}
	if size := sizeOf(t, wide(30, 2), Options{Linear: "mdd"}); size.Clauses > 50_000 {
		t.Errorf("mdd: %d clauses for thirty small variables", size.Clauses)
	}
}

// A node stands for all partial sums that any values of the other terms keep within the bounds. So a diagram has few nodes even
// with more partial sums than allowed edges, and no node for each set of used values.
func TestDiagramMergesWhatNeedsNothing(t *testing.T) {
	m := &model.Model{}
	positive := &model.Linear{Lo: 1, Hi: model.NoUpper}
	for i := range 24 {
		positive.Terms = append(positive.Terms, model.Term{Coefficient: 1 << i, Var: m.AddVariable(fmt.Sprint("x", i), model.Interval(0, 1))})
	}
	m.Constraints = []model.Constraint{positive}
	for _, sum := range []string{"mdd", "mdd-distinct"} {
		if size := sizeOf(t, m, Options{Linear: sum}); size.Clauses > 1000 {
			t.Errorf("%s: %d clauses for 24 terms", sum, size.Clauses)
		}
	}
}

// If all cells of a block are fixed, the clause that some filling is taken is written once, not once a cell.
func TestFillingOfFixedCells(t *testing.T) {
	m := &model.Model{}
	x, y := m.AddVariable("x", model.Values(0)), m.AddVariable("y", model.Values(1))
	m.Constraints = []model.Constraint{model.Sum("", 0, 0, x), &model.AllDifferent{Vars: []model.Var{x, y}}}
	var f Formula
	if _, err := Compile(context.Background(), m, Options{Cells: "optimized-fixpoint", Linear: "table"}, &f); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]Literal{{1}}, f.Clauses); diff != "" {
		t.Error(diff)
	}
}
