package native

import (
	"fmt"
	"strings"
	"testing"

	"qmsat/model"
)

func allDifferentOf(vars ...model.Var) model.Constraint { return &model.AllDifferent{Vars: vars} }

func TestAllDifferentPropagation(t *testing.T) {
	testPropagation(t, []propagation{
		{"a fixed value leaves the others", times(3, model.Interval(1, 9)), allDifferentOf(0, 1, 2),
			model.Cube{{Var: 0, Value: 4}}, "4 1..3,5..9 1..3,5..9"},
		{"variables outside the scope keep theirs", times(3, model.Interval(1, 9)), allDifferentOf(0, 2),
			model.Cube{{Var: 0, Value: 4}}, "4 1..9 1..3,5..9"},
		{"a variable fixed on the way", []model.Domain{model.Values(1), model.Interval(1, 2), model.Interval(1, 3), model.Interval(1, 9)},
			allDifferentOf(3, 2, 1, 0), nil, "1 2 3 4..9"},
		{"two fixed alike", times(3, model.Interval(1, 9)), allDifferentOf(0, 1),
			model.Cube{{Var: 0, Value: 4}, {Var: 1, Value: 4}}, impossible},
		{"a hidden single", []model.Domain{model.Interval(1, 3), model.Interval(2, 3), model.Interval(2, 3)},
			allDifferentOf(0, 1, 2), nil, "1 2..3 2..3"},
		{"two hidden singles in one place", []model.Domain{model.Interval(1, 4), model.Interval(3, 4), model.Interval(3, 4), model.Interval(3, 4)},
			allDifferentOf(0, 1, 2, 3), nil, impossible},
		{"no hidden single where a value may be left out", []model.Domain{model.Interval(1, 3), model.Interval(2, 4), model.Interval(2, 4)},
			allDifferentOf(0, 1, 2), nil, "1..3 2..4 2..4"},
		{"domains of different values", []model.Domain{model.Values(-5, 7), model.Values(7), model.Values(-5, 0, 100)},
			allDifferentOf(0, 1, 2), nil, "-5 7 0,100"},
	})
}

// TestAllDifferentOverWords fixes 98 of 100 variables to their numbers. One of the last two cannot have the value 100, which is
// in the second word.
func TestAllDifferentOverWords(t *testing.T) {
	m := variables(append(times(99, model.Interval(1, 100)), model.Interval(1, 99))...)
	var cube model.Cube
	var want []string
	for v := range model.Var(98) {
		cube = append(cube, model.Given{Var: v, Value: int(v) + 1})
		want = append(want, fmt.Sprint(int(v)+1))
	}
	m.Constraints = []model.Constraint{allDifferentOf(m.OutputVars()...)}
	if got, want := propagated(t, m, cube...), strings.Join(append(want, "100", "99"), " "); got != want {
		t.Errorf("domains %s, expected %s", got, want)
	}
}
