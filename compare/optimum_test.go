package compare

import (
	"context"
	"errors"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// best returns the best value of the model's objective under the cube, and the keys of the solutions that have it, by brute force
// over all assignments. none says that there is no solution.
func best(m *model.Model, cube model.Cube) (value int, keys []string, none bool) {
	whole := *m
	whole.Outputs = nil
	none = true
	for _, a := range modeltest.BruteForce(&whole, cube) {
		v := m.Objective.Value(a)
		if none || m.Objective.Better(v, value) {
			value, keys, none = v, nil, false
		}
		if v == value {
			keys = append(keys, modeltest.Key(m, a))
		}
	}
	slices.Sort(keys)
	return value, slices.Compact(keys), none
}

// TestOptimaAgree holds that each engine that finds solutions, native by branch and bound and the others from one bound to the
// next, comes to the best value of random models, through better and better solutions, and finds all solutions that have it.
func TestOptimaAgree(t *testing.T) {
	seen, wanted := map[string]int{}, []string{"native", "gini", "gophersat", "brute-force"}
	missed := func(name string) bool { return seen[name] == 0 }
	modeltest.CheckUntil(t, "each engine takes a model", func() bool { return !slices.ContainsFunc(wanted, missed) }, func(t *rapid.T) {
		m := modeltest.Random(t)
		if modeltest.RandomObjective(t, m); m.Objective == nil {
			t.Skip("no objective")
		}
		cube := modeltest.RandomCube(t, m)
		value, keys, none := best(m, cube)
		for _, name := range engine.Names() {
			e, err := engine.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			if e.Abilities.MayFail || e.Abilities.CountsOnly {
				continue
			}
			open := func(ctx context.Context, m *model.Model) (engine.Session, error) { return e.Open(ctx, m, nil) }
			session, err := open(context.Background(), m)
			if unsupported := new(engine.UnsupportedError); errors.As(err, &unsupported) {
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			if _, is := session.(engine.Optimizer); is != e.Abilities.Optimum {
				t.Fatalf("%s: an optimizer: %t, says %t", name, is, e.Abilities.Optimum)
			}
			var values []int
			result, err := engine.Optimize(context.Background(), session, m, open, cube, func(a model.Assignment, v int) bool {
				if m.Check(a) != nil || m.CheckCube(a, cube) != nil || v != m.Objective.Value(a) {
					t.Fatalf("%s: %v of value %d is no solution", name, a, v)
				}
				if len(values) > 0 && !m.Objective.Better(v, values[len(values)-1]) {
					t.Fatalf("%s: %d after %v", name, v, values)
				}
				values = append(values, v)
				return true
			})
			if err != nil || !result.Complete() || result.Count.Int64() != int64(len(values)) {
				t.Fatalf("%s: %+v, %v", name, result, err)
			}
			if none != (len(values) == 0) || !none && values[len(values)-1] != value {
				t.Fatalf("%s: values %v, expected %d at last; no solution: %t", name, values, value, none)
			}
			seen[name]++
			if session.Close(); none {
				continue
			}
			if found := keysOf(t, e, m.WithValue(value), cube); !slices.Equal(found, keys) {
				t.Fatalf("%s: best solutions %v, expected %v", name, found, keys)
			}
		}
	})
}

// keysOf returns the keys of the solutions that an engine finds, sorted.
func keysOf(t *rapid.T, e *engine.Engine, m *model.Model, cube model.Cube) []string {
	session, err := e.Open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	var keys []string
	result, err := session.Run(context.Background(), cube, 0, func(a model.Assignment) bool {
		keys = append(keys, modeltest.Key(m, a))
		return true
	})
	if err != nil || !result.Complete() {
		t.Fatalf("%s: %+v, %v", e.Name, result, err)
	}
	slices.Sort(keys)
	return keys
}

// TestOptimizeIsStopped holds that a search for an optimum ends with its context, and when nobody wants more, and claims nothing
// then.
func TestOptimizeIsStopped(t *testing.T) {
	m, err := model.Sudoku(4, 4)
	if err != nil {
		t.Fatal(err)
	}
	m.Objective = &model.Objective{}
	for i := range 16 { // the diagonal
		m.Objective.Terms = append(m.Objective.Terms, model.Term{Coefficient: i%3 + 1, Var: m.Grid.Cell(i, i)})
	}
	for _, name := range []string{"native", "gini"} {
		e, err := engine.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		open := func(ctx context.Context, m *model.Model) (engine.Session, error) {
			return e.Open(ctx, m, engine.Options{"sum": "mdd"})
		}
		session, err := open(t.Context(), m)
		if err != nil {
			t.Fatal(err)
		}
		first, err := engine.Optimize(t.Context(), session, m, open, nil, func(model.Assignment, int) bool { return false })
		if err != nil || first.Outcome != engine.LimitReached || first.Count.Int64() != 1 {
			t.Errorf("%s: %+v, %v, expected one solution and no claim", name, first, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cut, err := engine.Optimize(ctx, session, m, open, nil, func(model.Assignment, int) bool {
			cancel()
			return true
		})
		if err != nil || cut.Outcome != engine.CutOff || !errors.Is(cut.Cause, context.Canceled) {
			t.Errorf("%s: %+v, %v, expected to be cut off", name, cut, err)
		}
		cancel()
		session.Close()
	}
}
