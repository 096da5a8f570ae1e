package native

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/space"
)

func openBranching(t fataler, m *model.Model, steps string) engine.Session {
	t.Helper()
	s, err := must(engine.Lookup(space.EngineName)).Open(context.Background(), m, engine.Options{"branch": steps})
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	return s
}

// Whatever the steps, the search finds each solution once, one if one is wanted, and the best.
func TestBranchings(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		modeltest.RandomObjective(t, m)
		var steps []string
		for range rapid.IntRange(1, 3).Draw(t, "steps") {
			step := []string{rapid.SampledFrom(VariableChoices()).Draw(t, "choice"), rapid.SampledFrom(ValueChoices()).Draw(t, "values")}
			for range rapid.IntRange(1, len(m.Variables)).Draw(t, "length") {
				step = append(step, rapid.SampledFrom(m.Variables).Draw(t, "variable").Name)
			}
			steps = append(steps, strings.Join(step, " "))
		}
		s := openBranching(t, m, strings.Join(steps, ";"))
		cube := modeltest.RandomCube(t, m)
		sameSolutions(t, m, s, cube)
		solutions := modeltest.BruteForce(m, cube)
		if one := must(s.Run(context.Background(), cube, 1, nil)); (one.Count.Sign() > 0) != (len(solutions) > 0) {
			t.Errorf("%v solutions with limit 1, and there are %d", one.Count, len(solutions))
		}
		if m.Objective == nil {
			return
		}
		whole := *m
		whole.Outputs = nil
		var values []int
		for _, a := range modeltest.BruteForce(&whole, cube) {
			values = append(values, m.Objective.Value(a))
		}
		slices.Sort(values)
		if m.Objective.Maximize {
			slices.Reverse(values)
		}
		var found []int
		result, err := s.(engine.Optimizer).Optimize(context.Background(), cube, func(a model.Assignment, value int) bool {
			if m.Check(a) != nil || m.Objective.Value(a) != value || len(found) > 0 && !m.Objective.Better(value, found[len(found)-1]) {
				t.Errorf("%v of value %d after %v", a, value, found)
			}
			found = append(found, value)
			return true
		})
		if err != nil || !result.Complete() || (len(found) > 0) != (len(values) > 0) || len(found) > 0 && found[len(found)-1] != values[0] {
			t.Errorf("values %v, %+v, %v; expected the best of %v", found, result, err, values)
		}
	})
}

// Which variable comes first, and which of its values. x has the values 1 3 4 9, y 2 to 7, z 0 and 5; y is in two constraints.
func TestBranchingChoices(t *testing.T) {
	m := variables(model.Values(1, 3, 4, 9), model.Interval(2, 7), model.Values(0, 5))
	m.Constraints = []model.Constraint{model.Sum("", 0, 99, 0, 1), model.Sum("", 0, 99, 1, 2)}
	first := func(steps string) model.Assignment {
		var found model.Assignment
		must(openBranching(t, m, steps).Run(context.Background(), nil, 1, func(a model.Assignment) bool {
			found = slices.Clone(a)
			return true
		}))
		return found
	}
	for words, want := range map[string]int{
		"indomain": 1, "indomain_min": 1, "indomain_max": 9, "indomain_median": 3, "indomain_middle": 4, "indomain_split": 1,
		"indomain_reverse_split": 9, "indomain_interval": 1, "outdomain_min": 9, "outdomain_max": 1,
	} {
		if got := first("input_order " + words + " x0")[0]; got != want {
			t.Errorf("%s: %d comes first, expected %d", words, got, want)
		}
	}
	for words, want := range map[string]model.Var{
		"input_order": 0, "first_fail": 2, "anti_first_fail": 1, "smallest": 2, "largest": 0, "occurrence": 1, "max_regret": 2,
		"most_constrained": 2, "dom_w_deg": 2,
	} {
		s := openBranching(t, m, words+" indomain_min x0 x1 x2").(*session)
		s.search(nil, func() bool {
			if got, _, _, _ := s.branching.next(s.branching.all); got != want {
				t.Errorf("%s: x%d comes first, expected x%d", words, got, want)
			}
			return false
		})
	}
	// All runs draw alike, and by the seed.
	drawn := map[int]bool{}
	for range 3 {
		drawn[first("input_order indomain_random x1")[1]] = true
	}
	if len(drawn) != 1 {
		t.Errorf("the values %v were drawn from one seed", drawn)
	}
}

// Invalid steps are refused with the reason.
func TestBranchingRefuses(t *testing.T) {
	m := variables(model.Interval(0, 1))
	for steps, want := range map[string]string{
		"first_fail indomain_min":     `found "first_fail indomain_min", expected steps such as`,
		"first_fail indomain_min x":   "the model has no variable x",
		"first indomain_min x0":       "choice of variables",
		"first_fail min x0":           "choice of values",
		"first_fail indomain_min x0;": `found ""`,
	} {
		_, err := must(engine.Lookup(space.EngineName)).Open(context.Background(), m, engine.Options{"branch": steps})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, expected %q in it", steps, err, want)
		}
	}
}
