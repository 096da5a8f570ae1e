package encode

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// compiler returns a compiler that has not started.
func compiler(m *model.Model) *Compiler {
	c, err := newCompiler(context.Background(), m, nil, Options{}, &Formula{})
	if err != nil {
		panic(err)
	}
	return c
}

// firstBlock returns the first block of a model, prepared for searches.
func firstBlock(t *testing.T, m *model.Model) *block {
	t.Helper()
	c := compiler(m)
	b := blocksOf(c)[0]
	b.prepare(c)
	return b
}

// TestBlocks checks that the lines of boxes are grouped with their boxes, though three of each also lie within a row or a column.
func TestBlocks(t *testing.T) {
	m := must(model.QuasiMagic(3, 2))
	blocks := blocksOf(compiler(m))
	if len(blocks) != 9 {
		t.Fatalf("%d blocks, expected 9", len(blocks))
	}
	for i, b := range blocks {
		if len(b.sums) != 8 || b.house != 18+i {
			t.Errorf("block %d: constraint %d with %d lines, expected %d with 8", i, b.house, len(b.sums), 18+i)
		}
	}
}

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

// TestFillings counts the mini-grids of Δ = 2, which are 1,072, and all orders of nine values.
func TestFillings(t *testing.T) {
	for _, test := range []struct{ delta, want int }{{0, 8}, {2, 1072}, {9, 362_880}} {
		found := 0
		if !firstBlock(t, must(model.QuasiMagic(3, test.delta))).fillings(1<<20, func(partial) { found++ }) {
			t.Errorf("Δ = %d: the steps did not suffice", test.delta)
		}
		if found != test.want {
			t.Errorf("Δ = %d: %d fillings, expected %d", test.delta, found, test.want)
		}
	}
	b := firstBlock(t, must(model.QuasiMagic(3, 2)))
	found := 0
	if b.fillings(1071, func(partial) { found++ }) || found != 1071 {
		t.Errorf("limit 1071: %d fillings without a sign that there are more", found)
	}
	if !b.fillings(1072, func(partial) {}) {
		t.Error("limit 1072: more fillings, expected no more")
	}
}

// TestPairs compares the pairs that are found with those of all fillings, both if fillings are listed and if most pairs are
// searched for.
func TestPairs(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	deltas := []int{2, 5}
	if modeltest.Long() {
		deltas = []int{2, 3, 5, 8}
	}
	for _, delta := range deltas {
		b := firstBlock(t, must(model.QuasiMagic(3, delta)))
		want := make([]bool, len(b.choices)*len(b.choices))
		b.fillings(1<<20, func(p partial) {
			for i, k := range p {
				for j, l := range p {
					want[(b.first[i]+k)*len(b.choices)+b.first[j]+l] = true
				}
			}
		})
		if got := b.pairs(map[string][]bool{}).found; b.c.err != nil || !slices.Equal(got, want) {
			t.Errorf("Δ = %d: error %v, or the pairs are not those of the fillings", delta, b.c.err)
		}
	}
}

// TestBlocksCheckWhatTheyShare gives a block the data of one with other bounds, as if their key lacked the bounds. Each part
// notices data that allow too little or too much. The block's own data pass.
func TestBlocksCheckWhatTheyShare(t *testing.T) {
	box := func(delta int) *block { return firstBlock(t, must(model.QuasiMagic(3, delta))) }
	parts := map[string]func(from, to *block) error{
		"pairs": func(from, to *block) error {
			shared := map[string][]bool{}
			from.pairs(shared)
			to.pairs(map[string][]bool{to.form(): shared[from.form()]})
			return nil
		},
		"table": func(from, to *block) error {
			shared := map[string][]partial{}
			if err := from.selectFilling(shared); err != nil {
				t.Fatal(err)
			}
			return to.selectFilling(map[string][]partial{to.form(): shared[from.form()]})
		},
		"joint": func(from, to *block) error {
			shared := map[string]*joint{}
			if err := from.encodeJoint(shared); err != nil {
				t.Fatal(err)
			}
			j := shared[from.form()]
			j.pairs = map[string][]bool{}
			return to.encodeJoint(map[string]*joint{to.form(): j})
		},
	}
	outcome := func(part string, from, to *block) error {
		if err := errors.Join(parts[part](from, to), from.c.err); err != nil {
			t.Fatal(err)
		}
		return to.c.err
	}
	for part := range parts {
		if err := outcome(part, box(2), box(2)); err != nil {
			t.Errorf("%s: its own: error %v", part, err)
		}
		mismatch := new(engine.MismatchError)
		if err := outcome(part, box(2), box(3)); !errors.As(err, &mismatch) || mismatch.Part != part || !strings.Contains(mismatch.Detail, "excludes what holds: r1c1=") {
			t.Errorf("%s: made for less: error %v", part, err)
		}
	}
	mismatch := new(engine.MismatchError)
	if err := outcome("table", box(2), box(1)); !errors.As(err, &mismatch) || !strings.Contains(mismatch.Detail, "allows what does not hold: r1c1=") {
		t.Errorf("table: made for more: error %v", err)
	} else if _, isSum := mismatch.Constraint.(*model.Linear); !isSum {
		t.Errorf("the constraint is %v, expected the sum that does not hold", mismatch.Constraint)
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
