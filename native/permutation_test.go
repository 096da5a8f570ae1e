package native

import (
	"context"
	"slices"
	"testing"

	"qmsat/model"
)

// fixpoint propagates domains, one word each, by one propagator alone. It returns nil where it finds that there is no solution.
func fixpoint(m *model.Model, domains []uint64, p propagator) []uint64 {
	b := newBuilder(context.Background(), m)
	b.post(p, onChange, m.OutputVars())
	b.due = newQueue(b.slow)
	b.load(b.state, domains)
	b.due.push([]int32{0})
	if !b.propagate() {
		return nil
	}
	return b.state
}

// TestPermutation compares with allDifferent on all domains of three and of four variables.
func TestPermutation(t *testing.T) {
	for n := 3; n <= 4; n++ {
		m := variables(times(n, model.Interval(1, n))...)
		general, permutation := newAllDifferent(newBuilder(t.Context(), m), m.OutputVars()), newPermutation(newLayout(m), m.OutputVars())
		domains := slices.Repeat([]uint64{1}, n)
		possible := 0
		for done := false; !done; {
			got, want := fixpoint(m, domains, permutation), fixpoint(m, domains, general)
			if !slices.Equal(got, want) {
				t.Fatalf("domains %b become %b, with allDifferent %b", domains, got, want)
			}
			if got != nil {
				possible++
			}
			done = true
			for i := range domains {
				if domains[i]++; domains[i] < 1<<n {
					done = false
					break
				}
				domains[i] = 1
			}
		}
		if possible == 0 {
			t.Error("no domains were possible")
		}
	}
}
