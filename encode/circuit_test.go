package encode

import (
	"fmt"
	"testing"

	"qmsat/model"
)

// TestTooLargeToEncode checks that constraints with too many clauses are refused, with their numbers.
func TestTooLargeToEncode(t *testing.T) {
	m := &model.Model{}
	var nodes []model.Var
	for i := range 128 {
		nodes = append(nodes, m.AddVariable(fmt.Sprint("x", i), model.Interval(1, 128)))
	}
	wide := m.AddVariable("wide", model.Interval(1, maxEdges+1))
	c, err := newCompiler(t.Context(), m, nil, Options{}, &counter{})
	if err != nil {
		t.Fatal(err)
	}
	circuit := encodeCircuit(c, &model.Circuit{Next: nodes})
	if want := "found 128 nodes × 16256 arcs, expected a product of at most 1048576"; fmt.Sprint(circuit) != want {
		t.Errorf("%v, expected %s", circuit, want)
	}
	// It is refused before any clause is made.
	if allocated := testing.AllocsPerRun(1, func() { _ = encodeCircuit(c, &model.Circuit{Next: nodes}) }); allocated > float64(2*len(nodes)) {
		t.Errorf("%v allocations for a circuit that is refused", allocated)
	}
	word := encodeRegular(c, &model.Regular{Vars: []model.Var{wide}, States: 1, Start: 1, Lowest: 1, Accepting: []int{1}, Next: [][]int{{1}}})
	if want := "1 states unrolled over 1 variables have more than 1048576 steps, the limit of this encoding"; fmt.Sprint(word) != want {
		t.Errorf("%v, expected %s", word, want)
	}
}
