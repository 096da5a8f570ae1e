package native

import (
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
)

// Values get better from call to call, up to the best one; the results of a search do not bound a later one, nor a count.
func TestOptimize(t *testing.T) {
	m := &model.Model{}
	x, y := m.AddVariable("x", model.Interval(0, 3)), m.AddVariable("y", model.Interval(0, 3))
	free := m.AddVariable("free", model.Interval(0, 1))
	m.Constraints = []model.Constraint{
		model.Sum("", 2, 4, x, y), &model.Rule{Formula: model.Implies{If: model.Is(x, 3), Then: model.Is(free)}},
	}
	for _, c := range []struct {
		objective model.Objective
		cube      model.Cube
		best      int
		solutions bool
	}{
		{model.Objective{Terms: []model.Term{{Coefficient: 1, Var: x}, {Coefficient: 1, Var: y}}}, nil, 2, true},
		{model.Objective{Terms: []model.Term{{Coefficient: 1, Var: x}, {Coefficient: 1, Var: y}}, Maximize: true}, nil, 4, true},
		{model.Objective{Terms: []model.Term{{Coefficient: 2, Var: x}, {Coefficient: -1, Var: y}}, Maximize: true}, nil, 4, true},
		{model.Objective{Terms: []model.Term{{Coefficient: 2, Var: x}, {Coefficient: -1, Var: y}}}, model.Cube{{Var: y, Value: 1}}, 1, true},
		{model.Objective{Terms: []model.Term{{Coefficient: 1, Var: y}}}, model.Cube{{Var: x, Value: 3}}, 0, false},
		{model.Objective{Terms: []model.Term{{Coefficient: 1, Var: free}}}, model.Cube{{Var: x, Value: 1}, {Var: x, Value: 2}}, 0, false},
	} {
		m.Objective = &c.objective
		session, err := open(t.Context(), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			var values []int
			result, err := session.(engine.Optimizer).Optimize(t.Context(), c.cube, func(a model.Assignment, value int) bool {
				if m.Check(a) != nil || m.CheckCube(a, c.cube) != nil || m.Objective.Value(a) != value {
					t.Errorf("%v: %v of value %d is no solution", c.objective, a, value)
				}
				values = append(values, value)
				return true
			})
			if err != nil || !result.Complete() || result.Count.Int64() != int64(len(values)) {
				t.Fatalf("%v: %+v, %v", c.objective, result, err)
			}
			better := slices.IsSortedFunc(values, func(next, before int) int {
				if m.Objective.Better(next, before) {
					return 1
				}
				return -1
			})
			if !better || c.solutions != (len(values) > 0) || c.solutions && values[len(values)-1] != c.best {
				t.Errorf("%v: values %v, expected ever better ones up to %d; solutions: %t", c.objective, values, c.best, c.solutions)
			}
		}
		// x and y are 0 2, 0 3, 1 1, 1 2, 1 3, 2 0, 2 1 or 2 2, each with two values of the third.
		if all, err := session.Run(t.Context(), nil, 0, nil); err != nil || all.Count.Int64() != 16 {
			t.Errorf("%v: %v solutions, %v, expected 16", c.objective, all.Count, err)
		}
		session.Close()
	}
}
