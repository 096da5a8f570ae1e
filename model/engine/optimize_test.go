package engine_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
)

// asker hides all methods of a session except running cubes.
type asker struct{ engine.Session }

// openAsker opens brute force on a model, and counts the calls in asked.
func openAsker(asked *int) func(context.Context, *model.Model) (engine.Session, error) {
	return func(ctx context.Context, m *model.Model) (engine.Session, error) {
		*asked++
		e, err := engine.Lookup("brute-force")
		if err != nil {
			return nil, err
		}
		s, err := e.Open(ctx, m, nil)
		return asker{s}, err
	}
}

// An engine that only finds solutions is asked for better ones until there is none, or until none is possible.
func TestOptimizeByAsking(t *testing.T) {
	m := &model.Model{}
	x, y := m.AddVariable("x", model.Interval(0, 3)), m.AddVariable("y", model.Interval(0, 3))
	m.Constraints = []model.Constraint{model.Sum("", 1, 4, x, y)}
	sum := []model.Term{{Coefficient: 1, Var: x}, {Coefficient: 1, Var: y}}
	for _, test := range []struct {
		name      string
		objective model.Objective
		cube      model.Cube
		values    []int // brute force finds the least x first, then the least y
		stopAfter int   // 0: never
		outcome   engine.Outcome
		asked     int
	}{
		{"none is better", model.Objective{Terms: sum, Maximize: true}, nil, []int{1, 2, 3, 4}, 0, engine.Exhausted, 5},
		{"none can be", model.Objective{Terms: sum[:1], Maximize: true}, nil, []int{0, 1, 2, 3}, 0, engine.Exhausted, 4},
		{"the first is best", model.Objective{Terms: sum}, nil, []int{1}, 0, engine.Exhausted, 2},
		{"under a cube", model.Objective{Terms: sum}, model.Cube{{Var: x, Value: 2}}, []int{2}, 0, engine.Exhausted, 2},
		{"no solution", model.Objective{Terms: sum}, model.Cube{{Var: x, Value: 0}, {Var: y, Value: 0}}, nil, 0, engine.Exhausted, 1},
		{"enough", model.Objective{Terms: sum, Maximize: true}, nil, []int{1, 2}, 2, engine.LimitReached, 2},
	} {
		m.Objective = &test.objective
		asked := 0
		open := openAsker(&asked)
		session, err := open(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		var values []int
		result, err := engine.Optimize(t.Context(), session, m, open, test.cube, func(a model.Assignment, value int) bool {
			if want := m.Objective.Value(a); value != want {
				t.Errorf("%s: %v has the value %d, expected %d", test.name, a, value, want)
			}
			values = append(values, value)
			return len(values) != test.stopAfter
		})
		if err != nil || !slices.Equal(values, test.values) || result.Outcome != test.outcome || asked != test.asked ||
			result.Count.Int64() != int64(len(values)) {
			t.Errorf("%s: values %v, %+v, asked %d times, error %v; expected %+v", test.name, values, result, asked, err, test)
		}
	}
}

// If a session cannot be opened, the search is cut off; the end of the context is no error.
func TestOptimizeCannotOpen(t *testing.T) {
	m := &model.Model{}
	m.Objective = &model.Objective{Terms: []model.Term{{Coefficient: 1, Var: m.AddVariable("x", model.Interval(0, 3))}}, Maximize: true}
	asked := 0
	session, err := openAsker(&asked)(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	broken := errors.New("out of order")
	ended, cancel := context.WithCancelCause(t.Context())
	for _, test := range []struct {
		open func(context.Context, *model.Model) (engine.Session, error)
		ctx  context.Context
		err  error
	}{
		{func(context.Context, *model.Model) (engine.Session, error) { return nil, broken }, t.Context(), broken},
		{func(ctx context.Context, _ *model.Model) (engine.Session, error) {
			cancel(broken)
			return nil, context.Cause(ctx)
		}, ended, nil},
	} {
		result, err := engine.Optimize(test.ctx, session, m, test.open, nil, func(model.Assignment, int) bool { return true })
		if !errors.Is(err, test.err) || result.Outcome != engine.CutOff || !errors.Is(result.Cause, broken) || result.Count.Int64() != 1 {
			t.Errorf("%+v, error %v, expected %v after one solution", result, err, test.err)
		}
	}
}
