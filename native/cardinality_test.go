package native

import (
	"testing"

	"qmsat/model"
)

func TestCardinalityPropagation(t *testing.T) {
	of := func(times ...model.Range) *model.Cardinality {
		return &model.Cardinality{Vars: []model.Var{0, 1, 2, 3}, Values: []int{1, 2, 3}[:len(times)], Times: times}
	}
	counted := &model.Cardinality{Vars: []model.Var{0, 1, 2}, Values: []int{1, 2}, Counts: []model.Var{3, 4}}
	domains, withCounts := times(4, model.Interval(1, 4)), append(times(3, model.Interval(1, 2)), model.Interval(0, 9), model.Interval(2, 9))
	exactly := func(n int) model.Range { return model.Range{Lo: n, Hi: n} }
	testPropagation(t, []propagation{
		{"anything", domains, of(model.Range{Hi: 4}), nil, "1..4 1..4 1..4 1..4"},
		{"enough", domains, of(exactly(1)), model.Cube{{Var: 2, Value: 1}}, "2..4 2..4 1 2..4"},
		{"all are needed", domains, of(model.Range{Lo: 3, Hi: 4}), model.Cube{{Var: 2, Value: 4}}, "1 1 4 1"},
		{"all values together", domains, of(exactly(2), exactly(1), exactly(1)), nil, "1..3 1..3 1..3 1..3"},
		{"a flow", []model.Domain{model.Interval(1, 2), model.Interval(1, 2), model.Interval(1, 4), model.Interval(1, 4)},
			of(exactly(1), exactly(1)), nil, "1..2 1..2 3..4 3..4"},
		{"too many", domains, of(exactly(3), exactly(2)), nil, impossible},
		{"counts", withCounts, counted, nil, "1..2 1..2 1..2 0..1 2..3"},
		{"counts of all", withCounts, counted, model.Cube{{Var: 0, Value: 1}}, "1 2 2 1 2"},
	})
}
