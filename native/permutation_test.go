package native

import (
	"context"
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// fixpoint propagates domains, one word each, with one propagator. It returns nil if it finds no solution.
func fixpoint(m *model.Model, domains []uint64, p propagator) []uint64 {
	b := newBuilder(context.Background(), m, nil, nil)
	b.post(p, onChange, askValues, m.OutputVars())
	b.due = newQueue(b.slow)
	b.load(b.state, domains)
	b.due.push([]int32{0})
	if !b.propagate() {
		return nil
	}
	return b.state
}

// TestPermutation compares with allDifferent on all domains of three and of four variables; if time is short, on ascending ones
// only for four.
func TestPermutation(t *testing.T) {
	for n := 3; n <= 4; n++ {
		m := variables(times(n, model.Interval(1, n))...)
		general, permutation := newAllDifferent(newBuilder(t.Context(), m, nil, nil), m.OutputVars()), newPermutation(newLayout(m, nil, nil), m.OutputVars())
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
