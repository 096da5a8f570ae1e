package native

import (
	"testing"

	"qmsat/model"
	"qmsat/model/kinds"
)

func TestExtremumPropagation(t *testing.T) {
	largest := &kinds.Extremum{Of: []model.Var{0, 1}, Result: 2, Max: true}
	smallest := &kinds.Extremum{Of: []model.Var{0, 1}, Result: 2}
	testPropagation(t, []propagation{
		{"largest: of the others", []model.Domain{model.Interval(2, 5), model.Interval(0, 7), model.Interval(0, 9)}, largest, nil, "2..5 0..7 2..7"},
		{"largest: from the result", []model.Domain{model.Interval(2, 9), model.Interval(0, 7), model.Interval(4, 5)}, largest, nil, "2..5 0..5 4..5"},
		{"largest: only one reaches", []model.Domain{model.Interval(0, 3), model.Interval(0, 7), model.Interval(4, 5)}, largest, nil, "0..3 4..5 4..5"},
		{"largest: none reaches", []model.Domain{model.Interval(0, 3), model.Interval(0, 2), model.Interval(4, 5)}, largest, nil, impossible},
		{"smallest: of the others", []model.Domain{model.Interval(2, 5), model.Interval(0, 7), model.Interval(-9, 9)}, smallest, nil, "2..5 0..7 0..5"},
		{"smallest: only one reaches", []model.Domain{model.Interval(3, 9), model.Interval(0, 9), model.Interval(1, 2)}, smallest, nil, "3..9 1..2 1..2"},
		{"smallest: itself", times(3, model.Interval(0, 4)), &kinds.Extremum{Of: []model.Var{0, 1}, Result: 0},
			model.Cube{{Var: 1, Value: 2}}, "0..2 2 0..4"},
		{"all fixed", times(3, model.Interval(0, 4)), largest, model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 2}, {Var: 2, Value: 3}}, impossible},
	})
}

func TestElementPropagation(t *testing.T) {
	constant := func(values ...int) []model.Domain {
		domains := []model.Domain{model.Interval(0, 9), model.Interval(0, 9)}
		for _, value := range values {
			domains = append(domains, model.Values(value))
		}
		return domains
	}
	list := &kinds.Element{Index: 0, Result: 1, Of: []model.Var{2, 3, 4}}
	testPropagation(t, []propagation{
		{"constants", constant(7, 4, 7), list, nil, "1..3 4,7 7 4 7"},
		{"constants: the result is known", constant(7, 4, 7), list, model.Cube{{Var: 1, Value: 7}}, "1,3 7 7 4 7"},
		{"constants: not of the result", constant(7, 12, 11), list, nil, "1 7 7 12 11"},
		{"variables: holes", []model.Domain{model.Interval(1, 3), model.Values(1, 3, 5), model.Values(2, 4), model.Values(3, 4), model.Values(1, 2)}, list,
			nil, "2..3 1,3 2,4 3..4 1..2"},
		{"variables: the index is known", []model.Domain{model.Values(2), model.Values(1, 3, 5), model.Values(2, 4), model.Values(3, 4), model.Values(1, 2)}, list,
			nil, "2 3 2,4 3 1..2"},
		{"no place", constant(12, 13, 14), list, nil, impossible},
		{"the index is the result", []model.Domain{model.Interval(0, 9), model.Values(1), model.Values(2), model.Values(2)},
			&kinds.Element{Index: 0, Result: 0, Of: []model.Var{1, 2, 3}}, nil, "1..2 1 2 2"},
	})
}

// If the result is also the index, keeping a value of the result fixes the index, here to the first of two supported places.
func TestElementWhoseResultIsItsIndex(t *testing.T) {
	m := variables(model.Interval(1, 2), model.Interval(-2, 1), model.Values(-3, 1))
	m.Constraints = []model.Constraint{&kinds.Element{Index: 0, Of: []model.Var{1, 2}, Result: 0}}
	sameSolutions(t, m, openSession(t, m), nil)
}
