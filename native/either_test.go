package native

import (
	"testing"

	"qmsat/model"
	"qmsat/model/kinds"
)

func TestEitherPropagation(t *testing.T) {
	less := func(x, y model.Var) model.Constraint {
		return &model.Linear{Terms: []model.Term{{Coefficient: 1, Var: y}, {Coefficient: -1, Var: x}}, Lo: 1, Hi: model.NoUpper}
	}
	steep := &kinds.Either{Of: [][]model.Constraint{
		{less(0, 1), less(1, 2)}, {less(2, 1), less(1, 0)}, {model.Sum("", 8, 8, 1, 2)},
	}}
	wide := &kinds.Either{Of: [][]model.Constraint{{model.Sum("", 10, 12, 0)}, {model.Sum("", 500, 600, 0), model.Sum("", 3, 3, 1)}}}
	apart := &kinds.Either{Of: [][]model.Constraint{{model.Sum("", 2, 2, 0)}, {model.Sum("", 2, 2, 1)}}}
	testPropagation(t, []propagation{
		{"what all branches leave", times(3, model.Interval(1, 4)), steep, nil, "1..4 2..4 1..4"},
		{"one branch left", times(3, model.Interval(1, 4)), steep, model.Cube{{Var: 1, Value: 3}, {Var: 0, Value: 4}}, "4 3 1..2"},
		{"two left", times(3, model.Interval(1, 4)), steep, model.Cube{{Var: 0, Value: 2}}, "2 3..4 4"},
		{"none left", times(3, model.Interval(1, 4)), steep, model.Cube{{Var: 0, Value: 2}, {Var: 1, Value: 2}}, impossible},
		{"bounds", []model.Domain{model.Interval(0, 999), model.Interval(1, 4)}, wide, nil, "10..600 1..4"},
		{"bounds of one", []model.Domain{model.Interval(0, 999), model.Interval(1, 4)}, wide, model.Cube{{Var: 1, Value: 4}}, "10..12 4"},
		{"different variables", times(2, model.Interval(1, 4)), apart, nil, "1..4 1..4"},
		{"the other variable", times(2, model.Interval(1, 4)), apart, model.Cube{{Var: 0, Value: 1}}, "1 2"},
	})
}

// Sums in a branch know which cells differ because of constraints beside it.
func TestEitherOfDifferentCells(t *testing.T) {
	m := variables(times(3, model.Interval(1, 9))...)
	m.Constraints = []model.Constraint{&model.AllDifferent{Vars: m.OutputVars()}, &kinds.Either{Of: [][]model.Constraint{
		{model.Sum("", 4, 4, 0, 1)}, {model.Sum("", 23, 23, 0, 1, 2)},
	}}}
	if got, want := propagated(t, m), "1,3,6,8..9 1,3,6,8..9 1..9"; got != want {
		t.Errorf("domains %s, expected %s", got, want)
	}
}
