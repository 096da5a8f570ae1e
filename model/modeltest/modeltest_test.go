package modeltest

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/sample"
)

func mustSudoku(t *testing.T, boxRows, boxColumns int) *model.Model {
	t.Helper()
	m, err := model.Sudoku(boxRows, boxColumns)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestBruteForceLatinSquares(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 2, 3: 12} { // OEIS A002860
		m := mustSudoku(t, 1, n)
		if got := len(BruteForce(m, nil)); got != want {
			t.Errorf("order %d: %d squares, expected %d", n, got, want)
		}
	}
}

func TestBruteForceProjection(t *testing.T) {
	m := &model.Model{}
	x := m.AddVariable("x", model.Interval(0, 2))
	y := m.AddVariable("y", model.Interval(0, 2))
	m.Constraints = []model.Constraint{model.Sum("", 2, model.NoUpper, x, y)}
	m.Outputs = []model.Var{y}
	got := fmt.Sprint(BruteForce(m, nil))
	if want := "[[0 2] [1 1] [2 0]]"; got != want {
		t.Errorf("solutions %s, expected %s", got, want)
	}
	got = fmt.Sprint(BruteForce(m, model.Cube{{Var: x, Value: 1}}))
	if want := "[[1 1] [1 2]]"; got != want {
		t.Errorf("solutions with x = 1 %s, expected %s", got, want)
	}
	if clash := BruteForce(m, model.Cube{{Var: x, Value: 1}, {Var: x, Value: 2}}); len(clash) != 0 {
		t.Errorf("clashing givens have the solutions %v", clash)
	}
}

func TestRandomModelsAreSmall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := Random(t)
		assignments := 1
		for _, v := range m.Variables {
			if v.Domain.Size() > sample.MaxValues+1 { // a domain that breaks a symmetry may have a value more
				t.Fatalf("domain %v, expected at most %d values", v.Domain, sample.MaxValues)
			}
			assignments *= v.Domain.Size()
		}
		if assignments < 1 || assignments > 2*mostAssignments {
			t.Fatalf("%d assignments, expected 1 to %d", assignments, 2*mostAssignments)
		}
		for _, g := range RandomCube(t, m) {
			if int(g.Var) >= len(m.Variables) {
				t.Fatalf("given for variable %d of %d", g.Var, len(m.Variables))
			}
		}
	})
}

// TestRandomModelsVary holds the generator to what it promises: every kind of constraint, models with none, one and several
// solutions, projections.
func TestRandomModelsVary(t *testing.T) {
	seen := map[string]bool{}
	random := rapid.Custom(Random)
	for seed := range 300 {
		m := random.Example(seed)
		for _, c := range m.Constraints {
			seen[c.Kind()] = true
		}
		seen[fmt.Sprintf("%d solutions", min(2, len(BruteForce(m, nil))))] = true
		if m.Projected() {
			seen["projected"] = true
		}
	}
	for _, want := range append(model.KindNames(), "0 solutions", "1 solutions", "2 solutions", "projected") {
		if !seen[want] {
			t.Errorf("no random model has %s", want)
		}
	}
}

func TestKeyTellsOutputsOnly(t *testing.T) {
	m := &model.Model{}
	m.AddVariable("x", model.Interval(0, 9))
	y := m.AddVariable("y", model.Interval(0, 9))
	m.Outputs = []model.Var{y}
	keys := []string{Key(m, model.Assignment{1, 2}), Key(m, model.Assignment{3, 2}), Key(m, model.Assignment{1, 3})}
	if keys[0] != keys[1] || slices.Contains(keys[:2], keys[2]) {
		t.Errorf("keys %q: expected the first two equal, the third not", keys)
	}
}
