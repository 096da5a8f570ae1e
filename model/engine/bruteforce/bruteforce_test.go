package bruteforce_test

import (
	"context"
	"fmt"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
)

func open(t *testing.T, m *model.Model) engine.Session {
	t.Helper()
	e, err := engine.Lookup(bruteforce.Name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sudoku(t *testing.T, boxRows, boxColumns int) *model.Model {
	t.Helper()
	m, err := model.Sudoku(boxRows, boxColumns)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestKnownCounts(t *testing.T) {
	for name, test := range map[string]struct {
		m    *model.Model
		want int
	}{
		"Sudoku 1×1":     {sudoku(t, 1, 1), 1}, // OEIS A107739
		"Sudoku 2×2":     {sudoku(t, 2, 2), 288},
		"Latin square 3": {sudoku(t, 1, 3), 12}, // OEIS A002860
		"Latin square 4": {sudoku(t, 1, 4), 576},
	} {
		if got := len(bruteforce.Solutions(test.m, nil)); got != test.want {
			t.Errorf("%s: %d solutions, expected %d", name, got, test.want)
		}
	}
}

// TestNoConstraint checks that without useful constraints everything is tried, and that solutions come in order.
func TestNoConstraint(t *testing.T) {
	m := &model.Model{}
	m.AddVariable("x", model.Values(-1, 4))
	m.AddVariable("y", model.Interval(0, 1))
	if got, want := fmt.Sprint(bruteforce.Solutions(m, nil)), "[[-1 0] [-1 1] [4 0] [4 1]]"; got != want {
		t.Errorf("solutions %s, expected %s", got, want)
	}
	m.Constraints = []model.Constraint{&model.Rule{Formula: model.Or{}}} // has no variables
	if got := bruteforce.Solutions(m, nil); len(got) != 0 {
		t.Errorf("solutions %v of a model with a rule that is false, expected none", got)
	}
}

func TestProjection(t *testing.T) {
	m := &model.Model{}
	x := m.AddVariable("x", model.Interval(0, 2))
	y := m.AddVariable("y", model.Interval(0, 2))
	m.Constraints = []model.Constraint{model.Sum("", 2, model.NoUpper, x, y)}
	m.Outputs = []model.Var{y}
	if got, want := fmt.Sprint(bruteforce.Solutions(m, nil)), "[[0 2] [1 1] [2 0]]"; got != want {
		t.Errorf("solutions %s, expected %s", got, want)
	}
}

func TestRunStops(t *testing.T) {
	s := open(t, sudoku(t, 2, 2))
	for _, test := range []struct {
		limit    uint64
		want     int64
		complete bool
	}{{1, 1, false}, {288, 288, false}, {289, 288, true}, {0, 288, true}} {
		result, err := s.Run(t.Context(), nil, test.limit, nil)
		if err != nil || result.Count.Int64() != test.want || result.Complete() != test.complete {
			t.Errorf("limit %d: %+v, error %v, expected %d solutions, complete %t", test.limit, result, err, test.want, test.complete)
		}
	}
	result, err := s.Run(t.Context(), model.Cube{{Var: 0, Value: 1}, {Var: 0, Value: 2}}, 0, nil)
	if err != nil || result.Count.Sign() != 0 || !result.Complete() {
		t.Errorf("clashing givens: %+v, error %v", result, err)
	}
	if _, err := s.Run(t.Context(), model.Cube{{Var: 16, Value: 1}}, 0, nil); err == nil {
		t.Error("a given for a variable that does not exist: expected an error")
	}
	ctx, cancel := context.WithCancel(t.Context())
	result, err = s.Run(ctx, nil, 0, func(model.Assignment) bool { cancel(); return true })
	if err != nil || result.Complete() || result.Count.Int64() >= 288 || result.Count.Sign() == 0 {
		t.Errorf("cancelled at the first solution: %+v, error %v", result, err)
	}
}
