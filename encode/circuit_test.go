package encode

import (
	"fmt"
	"strings"
	"testing"

	"qmsat/encode/formula"
	"qmsat/model"
	"qmsat/model/kinds"
)

// TestTooLargeToEncode checks that constraints with too many clauses are refused, with their numbers.
func TestTooLargeToEncode(t *testing.T) {
	m := &model.Model{}
	var nodes []model.Var
	for i := range 128 {
		nodes = append(nodes, m.AddVariable(fmt.Sprint("x", i), model.Interval(1, 128)))
	}
	wide := m.AddVariable("wide", model.Interval(1, formula.MaxEdges+1))
	cells := sizeOf(t, m, Options{AMO: "sequential"}).Clauses
	for want, constraint := range map[string]model.Constraint{
		"found 128 nodes × 16256 arcs, expected a product of at most 1048576": &kinds.Circuit{Next: nodes},
		"1 states unrolled over 1 variables have more than 1048576 steps, the limit of this encoding": &kinds.Regular{
			Vars: []model.Var{wide}, States: 1, Start: 1, Lowest: 1, Accepting: []int{1}, Next: [][]int{{1}}},
	} {
		m.Constraints = []model.Constraint{constraint}
		var written counter
		_, err := Compile(t.Context(), m, Options{AMO: "sequential"}, &written)
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, expected %s", err, want)
		}
		if more := written.clauses - cells; more > int64(len(nodes)) { // an arc from a node to itself is excluded
			t.Errorf("%s: %d clauses of what is refused", want, more)
		}
	}
}
