package native

import (
	"testing"

	"qmsat/model"
)

func TestLexicographicPropagation(t *testing.T) {
	of := func(strict bool, condition *model.In, half bool) *model.Lexicographic {
		return &model.Lexicographic{Smaller: []model.Var{0, 1}, Than: []model.Var{2, 3}, Strict: strict, If: condition, Half: half}
	}
	is := &model.In{Var: 4, Values: model.Values(1)}
	domains := times(4, model.Interval(1, 4))
	reified := append(times(4, model.Interval(1, 4)), model.Interval(0, 2))
	given := func(values ...int) (cube model.Cube) {
		for v, value := range values {
			if value >= 0 {
				cube = append(cube, model.Given{Var: model.Var(v), Value: value})
			}
		}
		return cube
	}
	testPropagation(t, []propagation{
		{"in order", domains, of(false, nil, false), given(-1, -1, 2), "1..2 1..4 2 1..4"},
		{"strictly, as equal values cannot follow", domains, of(true, nil, false), given(-1, 4, 3), "1..2 4 3 1..4"},
		{"from below", domains, of(false, nil, false), given(2, 3, -1, 2), "2 3 3..4 2"},
		{"the second pair", domains, of(true, nil, false), given(4, -1, -1, 3), "4 1..2 4 3"},
		{"equal", domains, of(true, nil, false), given(1, 2, 1, 2), impossible},
		{"equal but not strict", domains, of(false, nil, false), given(1, 2, 1, 2), "1 2 1 2"},
		{"the condition fails", reified, of(false, is, true), given(3, -1, 2), "3 1..4 2 1..4 0,2"},
		{"the condition may hold", reified, of(false, is, true), given(3, -1, 4), "3 1..4 4 1..4 0..2"},
		{"the condition holds", reified, of(false, is, false), given(3, -1, 4), "3 1..4 4 1..4 1"},
		{"not in order", reified, of(false, is, false), given(2, -1, -1, -1, 0), "2 1..4 1..2 1..4 0"},
		{"nothing is required", reified, of(false, is, true), given(2, -1, 1, -1, 0), "2 1..4 1 1..4 0"},
	})
}
