package native

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/kinds"
	"qmsat/model/modeltest"
	"qmsat/native/order"
	"qmsat/native/space"
)

// Variables with only bounds have the same solutions as with sets, under any branching, and the same best one.
func TestWideVariables(t *testing.T) {
	options := engine.LimitsOf[space.Limits](engine.Options{"narrow": "1", "divided": "1"})
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		modeltest.RandomObjective(t, m)
		b := space.NewBuilder(context.Background(), m, space.WideVariables(m, options), options)
		objective := postObjective(b)
		s := must(newSession(b, m.Constraints))
		s.objective = objective
		var steps string
		if rapid.Bool().Draw(t, "steps") {
			steps = rapid.SampledFrom(VariableChoices()).Draw(t, "choice") + " " + rapid.SampledFrom(ValueChoices()).Draw(t, "values")
			for _, v := range m.Variables {
				steps += " " + v.Name
			}
		}
		s.space.Blames = order.NewWeights(s.space.PropagatorsOf(), len(s.space.Propagators))
		s.branching = must(newBranching(s, engine.Options{"branch": steps}))
		sameSolutions(t, m, s, nil)
		sameSolutions(t, m, s, modeltest.RandomCube(t, m))
		if m.Objective == nil {
			return
		}
		whole := *m
		whole.Outputs = nil
		var found, best []int // the last value found, and the best, if any
		must(s.Optimize(context.Background(), nil, func(_ model.Assignment, value int) bool {
			found = []int{value}
			return true
		}))
		for _, a := range modeltest.BruteForce(&whole, nil) {
			if value := m.Objective.Value(a); best == nil || m.Objective.Better(value, best[0]) {
				best = []int{value}
			}
		}
		if !slices.Equal(found, best) {
			t.Fatalf("best value %v, expected %v", found, best)
		}
	})
}

// A sum of products that no bit set could hold: within these bounds x·y + z = 10^12 has as many solutions as x·y has values from
// 10^12-9 on.
func TestNumbersBeyondSets(t *testing.T) {
	const most = 1_000_000_000_000
	m := variables(model.Interval(1, 2_000_000), model.Interval(1_000_000, 1_000_009), model.Interval(0, 9), model.Interval(0, most))
	m.Constraints = []model.Constraint{&kinds.Product{X: 0, Y: 1, Result: 3}, model.Sum("", most, most, 2, 3)}
	want := 0
	for y := 1_000_000; y < 1_000_010; y++ {
		for z := range 10 {
			if (most-z)%y == 0 {
				want++
			}
		}
	}
	if got := runCount(t, openSession(t, m), nil); got != uint64(want) {
		t.Errorf("%d solutions, expected %d", got, want)
	}
}
