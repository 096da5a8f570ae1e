package native

import (
	"context"
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/space"
)

// fixpoint propagates domains, one word each, with one propagator. It returns nil if it finds no solution.
func fixpoint(m *model.Model, domains []uint64, p space.Propagator) []uint64 {
	b := space.NewBuilder(context.Background(), m, nil, nil)
	b.Post(p, space.OnChange, space.AskValues, m.OutputVars())
	b.Due = space.NewQueue(b.Slow)
	b.Load(b.State, domains)
	b.Due.Push([]int32{0})
	if !b.Propagate() {
		return nil
	}
	return b.State
}

// TestPermutation compares with allDifferent on all domains of three and of four variables; if time is short, on ascending ones
// only for four.
func TestPermutation(t *testing.T) {
	for n := 3; n <= 4; n++ {
		m := variables(times(n, model.Interval(1, n))...)
		general, permutation := space.NewAllDifferent(space.NewBuilder(t.Context(), m, nil, nil), m.OutputVars()), space.NewPermutation(space.NewLayout(m, nil, engine.LimitsOf[space.Limits](nil)), m.OutputVars())
		domains := slices.Repeat([]uint64{1}, n)
		possible := 0
		for done := false; !done; {
			if n == 4 && !modeltest.Long() && !slices.IsSorted(domains) {
				done = !following(domains, 1<<n)
				continue
			}
			got, want := fixpoint(m, domains, permutation), fixpoint(m, domains, general)
			if !slices.Equal(got, want) {
				t.Fatalf("domains %b become %b, with allDifferent %b", domains, got, want)
			}
			if got != nil {
				possible++
			}
			done = !following(domains, 1<<n)
		}
		if possible == 0 {
			t.Error("no domains were possible")
		}
	}
}

// following changes domains to the next ones, each below end, and reports whether there are any.
func following(domains []uint64, end uint64) bool {
	for i := range domains {
		if domains[i]++; domains[i] < end {
			return true
		}
		domains[i] = 1
	}
	return false
}
