package order

import (
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
)

// sizes is a search with known numbers of values and nothing else.
type sizes struct {
	Search
	left    []int
	weights *Weights
	changed []model.Var
	all     bool // may have changed
	tells   bool // says what changed
}

func (s *sizes) Fixed(v model.Var) bool { return s.left[v] == 1 }
func (s *sizes) Size(v model.Var) int   { return s.left[v] }
func (s *sizes) Sizes(variables []model.Var) (list []int) {
	for _, v := range variables {
		list = append(list, s.Size(v))
	}
	return list
}
func (s *sizes) Changed() ([]model.Var, bool) {
	changed, all := s.changed, s.all
	s.changed, s.all = nil, !s.tells
	return changed, all
}
func (s *sizes) Changes() int {
	if s.all {
		return len(s.left)
	}
	return len(s.changed)
}
func (s *sizes) Weights() *Weights { return s.weights }

// A failing constraint draws the order to its cells.
func TestFailures(t *testing.T) {
	w := NewWeights([][]int{{0, 1}, {0, 2}, {1, 2}, {3}}, 4)
	choose := func(left ...int) model.Var {
		best, found := Failures(&sizes{left: left, weights: w, all: true}, []model.Var{0, 1, 2, 3})
		if !found {
			t.Errorf("no variable is open among %v", left)
		}
		return best
	}
	if got := choose(3, 3, 2, 2); got != 2 {
		t.Errorf("cell %d, expected 2, which has fewest candidates and constraints with open cells", got)
	}
	w.Failed(0)
	w.Failed(0)
	if got := choose(3, 3, 2, 2); got != 0 {
		t.Errorf("cell %d, expected 0, the first of the constraint that failed", got)
	}
	w.Reset()
	if got := choose(3, 3, 2, 2); got != 2 {
		t.Errorf("cell %d after a reset, expected 2", got)
	}
	if got := choose(1, 1, 1, 2); got != 3 {
		t.Errorf("cell %d, expected 3, the only open one", got)
	}
}

// A choice by what changed is the choice by all variables, whatever it chose from before.
func TestFailuresByChanges(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var constraints [][]int
		for range rapid.IntRange(1, 9).Draw(t, "variables") {
			of := rapid.SliceOfNDistinct(rapid.IntRange(0, 5), 0, 4, rapid.ID).Draw(t, "constraints")
			constraints = append(constraints, of)
		}
		all := rapid.SliceOfN(rapid.Map(rapid.IntRange(0, len(constraints)-1), func(v int) model.Var { return model.Var(v) }), 1, 12).Draw(t, "list")
		left := rapid.SliceOfN(rapid.IntRange(1, 3), len(constraints), len(constraints)).Draw(t, "left")
		quick := &sizes{left: left, weights: NewWeights(constraints, 6), all: true, tells: true}
		plain := &sizes{left: left, weights: NewWeights(constraints, 6), all: true}
		for step := range 20 {
			some := all[:rapid.IntRange(0, len(all)).Draw(t, "some")] // perhaps none
			got, open := Failures(quick, some)
			want, wantOpen := Failures(plain, some)
			if open != wantOpen || open && got != want {
				t.Fatalf("step %d, values %v: variable %d (%t), expected %d (%t)", step, left, got, open, want, wantOpen)
			}
			for range rapid.IntRange(0, 3).Draw(t, "changes") {
				v := rapid.IntRange(0, len(left)-1).Draw(t, "variable")
				left[v] = rapid.IntRange(1, 3).Draw(t, "size")
				quick.changed = append(quick.changed, model.Var(v))
			}
			for range rapid.IntRange(0, 2).Draw(t, "failures") {
				failed := rapid.IntRange(0, 5).Draw(t, "failed")
				quick.weights.Failed(failed)
				plain.weights.Failed(failed)
			}
		}
	})
}

// The last conflict comes first until a decision on its variable succeeds; then blame counts, and fewer values on a tie.
func TestConflicts(t *testing.T) {
	w := NewWeights([][]int{{0, 1}, {0, 2}, {1, 2}, {3}}, 4)
	choose := func(want model.Var, left ...int) {
		t.Helper()
		if best, found := Conflicts(&sizes{left: left, weights: w}, []model.Var{0, 1, 2, 3}); !found || best != want {
			t.Errorf("%v: cell %d, %t, expected %d", left, best, found, want)
		}
	}
	choose(2, 3, 3, 2, 2)
	choose(2, 4, 4, 2, 1)
	choose(3, 4, 4, 4, 2) // 2/4 = 1/2, and fewer values
	w.Decided(1, true)
	choose(1, 3, 3, 2, 2)
	choose(2, 3, 1, 2, 2) // the last conflict is fixed
	w.Decided(1, false)
	choose(1, 3, 3, 2, 2) // 4/3 > 2/2
	w.Failed(1)
	choose(2, 3, 3, 2, 2) // 3/2 > 4/3: the blame of its constraint
	w.Reset()
	choose(2, 3, 3, 2, 2)
}

// If nothing is open nothing is chosen; on a tie the first is.
func TestFirstOfSeveral(t *testing.T) {
	for _, test := range []struct {
		left          []int
		first, fewest model.Var
		found         bool
	}{
		{left: []int{1, 1, 1}},
		{[]int{1, 4, 3, 3}, 1, 2, true},
		{[]int{1, 3, 2, 2}, 1, 2, true},
	} {
		s, variables := &sizes{left: test.left}, []model.Var{0, 1, 2, 3}[:len(test.left)]
		if got, found := First(s, variables); got != test.first || found != test.found {
			t.Errorf("%v: first %d, %t, expected %d", test.left, got, found, test.first)
		}
		if got, found := Fewest(s, variables); got != test.fewest || found != test.found {
			t.Errorf("%v: fewest %d, %t, expected %d", test.left, got, found, test.fewest)
		}
	}
}
