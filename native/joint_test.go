package native

import (
	"context"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/space"
)

// joints returns the joints of a model, also of two variables, and the number of its propagators.
func joints(t *testing.T, m *model.Model) (found []space.Propagator, propagators int) {
	t.Helper()
	s := must(openGeneral(context.Background(), m, nil))
	for _, p := range s.space.Propagators {
		switch p.(type) {
		case *joint, *space.PairTable:
			found = append(found, p)
		}
	}
	return found, len(s.space.Propagators)
}

// TestJointsOfBoxes counts the quasi-magic fillings of a box for Δ = 2, of which there are 1,072.
func TestJointsOfBoxes(t *testing.T) {
	found, propagators := joints(t, must(model.QuasiMagic(3, 2)))
	if len(found) != 9 || propagators != 9+18+6 {
		t.Fatalf("%d joints of %d propagators, expected 9 of 33: rows, columns, and locked candidates of bands and stacks", len(found), propagators)
	}
	for _, j := range found {
		tuples := 0
		for value := range 9 {
			tuples += j.(*joint).tuplesOf(0, value).Size()
		}
		if tuples != 1072 {
			t.Errorf("%d tuples, expected 1072", tuples)
		}
	}
}

func TestNoJoints(t *testing.T) {
	wide := variables(times(2, model.Interval(0, engine.LimitsOf[limits](nil).JointValues))...)
	wide.Constraints = []model.Constraint{allDifferentOf(0, 1), linearOf(0, 9, 1, 1)}
	many := variables(times(8, model.Interval(1, 8))...)
	many.Constraints = []model.Constraint{allDifferentOf(many.OutputVars()...), linearOf(3, 15, 1, 1)}
	for name, m := range map[string]*model.Model{
		"one kind of constraint": must(model.Sudoku(3, 3)), "many values": wide, "many tuples": many,
	} {
		if found, _ := joints(t, m); len(found) != 0 {
			t.Errorf("%s: %d joints, expected none", name, len(found))
		}
	}
	if got := runCount(t, openSession(t, wide), nil); got != 50 { // pairs of different numbers with a sum up to 9
		t.Errorf("many values: %d solutions, expected 50", got)
	}
	if got := runCount(t, openSession(t, many), nil); got != 40320 { // every sum of two is within the bounds
		t.Errorf("many tuples: %d solutions, expected 40320", got)
	}
}

// TestJointsThatDiffer has groups that differ only in a bound, in the domains or in the order of variables: each must have its
// own tuples.
func TestJointsThatDiffer(t *testing.T) {
	three := model.Interval(1, 3)
	m := variables(three, three, three, three, model.Interval(2, 4), model.Interval(2, 4), three, three)
	difference := func(lo int, x, y model.Var) model.Constraint {
		return &model.Linear{Terms: []model.Term{{Coefficient: 1, Var: x}, {Coefficient: -1, Var: y}}, Lo: lo, Hi: model.NoUpper}
	}
	m.Constraints = []model.Constraint{
		allDifferentOf(0, 1), difference(1, 0, 1),
		allDifferentOf(2, 3), difference(2, 2, 3),
		allDifferentOf(4, 5), difference(1, 4, 5),
		allDifferentOf(6, 7), difference(1, 7, 6),
	}
	if found, propagators := joints(t, m); len(found) != 4 || propagators != 4 {
		t.Fatalf("%d joints of %d propagators, expected 4 of 4", len(found), propagators)
	}
	s := must(openGeneral(context.Background(), m, nil))
	runCount(t, s, nil)
	if got, want := domainsAfter(s, nil), "2..3 1..2 3 1 3..4 2..3 1..2 2..3"; got != want {
		t.Errorf("domains %s, expected %s", got, want)
	}
	if got := len(solve(t, m, s, nil)); got != 3*1*3*3 {
		t.Errorf("%d solutions, expected 27", got)
	}
}

func TestJointWithRule(t *testing.T) {
	m := variables(times(4, model.Interval(1, 4))...)
	m.Constraints = []model.Constraint{
		allDifferentOf(0, 1), &model.Rule{Formula: model.Implies{If: model.Is(0, 1), Then: model.Is(1, 4)}},
		allDifferentOf(2, 3), &model.Rule{Formula: model.Implies{If: model.Is(2, 1), Then: model.Is(3, 4)}},
	}
	if found, _ := joints(t, m); len(found) != 2 {
		t.Fatalf("%d joints, expected 2", len(found))
	}
	if got := len(solve(t, m, openSession(t, m), nil)); got != 10*10 { // 12 pairs but 12 and 13
		t.Errorf("%d solutions, expected 100", got)
	}
}
