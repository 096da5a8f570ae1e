package sum

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode/formula"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// nowhere is a sink that drops clauses.
type nowhere struct{}

func (nowhere) Clause([]formula.Literal) {}

// quasiMagic returns the model of quasi-magic Sudoku.
func quasiMagic(t *testing.T, delta int) *model.Model {
	t.Helper()
	m, err := model.QuasiMagic(3, delta)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// compiler returns a compiler that has not started.
func compiler(m *model.Model) *formula.Compiler {
	c, err := formula.New(context.Background(), m, nil, formula.Options{}, formula.Encoding{}, nowhere{})
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
	m := quasiMagic(t, 2)
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

// TestFillings counts the mini-grids of Δ = 2, which are 1,072, and all orders of nine values.
func TestFillings(t *testing.T) {
	for _, test := range []struct{ delta, want int }{{0, 8}, {2, 1072}, {9, 362_880}} {
		found := 0
		if !firstBlock(t, quasiMagic(t, test.delta)).fillings(1<<20, func(partial) { found++ }) {
			t.Errorf("Δ = %d: the steps did not suffice", test.delta)
		}
		if found != test.want {
			t.Errorf("Δ = %d: %d fillings, expected %d", test.delta, found, test.want)
		}
	}
	b := firstBlock(t, quasiMagic(t, 2))
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
		b := firstBlock(t, quasiMagic(t, delta))
		want := make([]bool, len(b.choices)*len(b.choices))
		b.fillings(1<<20, func(p partial) {
			for i, k := range p {
				for j, l := range p {
					want[(b.first[i]+k)*len(b.choices)+b.first[j]+l] = true
				}
			}
		})
		got := b.pairs(map[string][]bool{}).found
		if _, err := b.c.Finish(nil); err != nil || !slices.Equal(got, want) {
			t.Errorf("Δ = %d: error %v, or the pairs are not those of the fillings", delta, err)
		}
	}
}

// TestBlocksCheckWhatTheyShare gives a block the data of one with other bounds, as if their key lacked the bounds. Each part
// notices data that allow too little or too much. The block's own data pass.
func TestBlocksCheckWhatTheyShare(t *testing.T) {
	box := func(delta int) *block { return firstBlock(t, quasiMagic(t, delta)) }
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
		err := parts[part](from, to)
		if _, fails := from.c.Finish(nil); err != nil || fails != nil {
			t.Fatal(err, fails)
		}
		_, err = to.c.Finish(nil)
		return err
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

// TestLeastDistinct compares with all choices.
func TestLeastDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		addends := rapid.SliceOfNDistinct(rapid.IntRange(-5, 5), 1, 6, rapid.ID[int]).Draw(t, "addends")
		slices.Sort(addends)
		bounds := rapid.SliceOfN(rapid.SampledFrom(addends), 1, 4).Draw(t, "bounds")
		want, possible := 0, false
		var choose func(chosen []int, sum int)
		choose = func(chosen []int, sum int) {
			if len(chosen) == len(bounds) {
				if !possible || sum < want {
					want, possible = sum, true
				}
				return
			}
			for _, a := range addends {
				if a >= bounds[len(chosen)] && !slices.Contains(chosen, a) {
					choose(append(slices.Clone(chosen), a), sum+a)
				}
			}
		}
		choose(nil, 0)
		if sum, found := leastDistinct(addends, bounds); found != possible || sum != want {
			t.Errorf("%d, %t, expected %d, %t", sum, found, want, possible)
		}
	})
}

// TestSumsComeFirst has a cage of three cells in a column: that two values outside it leave too little for its sum is seen before the other
// cells are tried in all ways.
func TestSumsComeFirst(t *testing.T) {
	m := &model.Model{}
	var cells []model.Var
	for i := range 9 {
		cells = append(cells, m.AddVariable(string(rune('a'+i)), model.Interval(1, 9)))
	}
	m.Constraints = []model.Constraint{&model.AllDifferent{Vars: cells}, model.Sum("", 22, 22, cells[6:]...)}
	b := firstBlock(t, m)
	s := &pairs{b, make([]bool, len(b.choices)*len(b.choices))}
	if s.find(); !s.possible() || b.steps < b.c.Limits.BlockSteps-100_000 {
		t.Errorf("%d steps for the pairs of a cage in a column, expected at most 100,000", b.c.Limits.BlockSteps-b.steps)
	}
}
