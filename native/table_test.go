package native

import (
	"testing"

	"qmsat/model"
)

func allowed(tuples ...[]int) model.Constraint {
	return &model.Table{Vars: []model.Var{0, 1}, Tuples: tuples}
}

func forbidden(tuples ...[]int) model.Constraint {
	return &model.Table{Vars: []model.Var{0, 1}, Tuples: tuples, Forbidden: true}
}

func TestTablePropagation(t *testing.T) {
	nine, seventy := times(2, model.Interval(1, 9)), times(2, model.Interval(1, 70)) // one word and two words
	testPropagation(t, []propagation{
		{"allowed: values in tuples", nine, allowed([]int{1, 2}, []int{1, 4}, []int{3, 4}), nil, "1,3 2,4"},
		{"allowed: tuples that are left", nine, allowed([]int{1, 2}, []int{1, 4}, []int{3, 4}),
			model.Cube{{Var: 1, Value: 2}}, "1 2"},
		{"allowed: outside the domains", nine, allowed([]int{1, 10}, []int{0, 4}, []int{3, 5}), nil, "3 5"},
		{"allowed: two words", seventy, allowed([]int{1, 2}, []int{70, 4}, []int{3, 70}), model.Cube{{Var: 1, Value: 70}}, "3 70"},
		{"allowed: no tuple", nine, allowed(), nil, impossible},
		{"forbidden: two open", nine, forbidden([]int{1, 2}, []int{1, 4}), nil, "1..9 1..9"},
		{"forbidden: one open", nine, forbidden([]int{1, 2}, []int{1, 4}, []int{2, 5}),
			model.Cube{{Var: 0, Value: 1}}, "1 1,3,5..9"},
		{"forbidden: the first open", nine, forbidden([]int{1, 2}, []int{3, 2}, []int{2, 5}),
			model.Cube{{Var: 1, Value: 2}}, "2,4..9 2"},
		{"forbidden: two words, one open", seventy, forbidden([]int{1, 2}, []int{1, 70}, []int{2, 5}),
			model.Cube{{Var: 0, Value: 1}}, "1 1,3..69"},
		{"forbidden: two words, none open", seventy, forbidden([]int{70, 2}),
			model.Cube{{Var: 0, Value: 70}, {Var: 1, Value: 2}}, impossible},
		{"forbidden: some values left on both sides", []model.Domain{model.Interval(1, 2), model.Interval(1, 4)},
			forbidden([]int{1, 1}, []int{2, 1}, []int{1, 2}), nil, "1..2 2..4"},
		{"forbidden: none open", nine, forbidden([]int{1, 2}),
			model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 2}}, impossible},
		{"forbidden: outside the domains", nine, forbidden([]int{1, 10}, []int{0, 2}),
			model.Cube{{Var: 0, Value: 1}}, "1 1..9"},
		{"forbidden: fixed from the start", []model.Domain{model.Values(7), model.Interval(1, 3)},
			forbidden([]int{7, 1}), nil, "7 2..3"},
		{"forbidden: no tuple", nine, forbidden(), nil, "1..9 1..9"},
	})
}
