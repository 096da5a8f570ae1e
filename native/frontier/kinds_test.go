package frontier

import (
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/model/modeltest"
)

// Only cycles through all nodes are counted: (n-1)! of them.
func TestCircuitCounts(t *testing.T) {
	m := &model.Model{}
	c := &kinds.Circuit{}
	for i := range 5 {
		c.Next = append(c.Next, m.AddVariable(string(rune('a'+i)), model.Interval(1, 5)))
	}
	m.Constraints = []model.Constraint{c}
	if got := countOf(t, m, nil, nil).Count.String(); got != "24" {
		t.Errorf("counted %s, expected 24", got)
	}
}

// In a branch of an either, different values are told from each other, however many there are.
func TestDifferentInBranch(t *testing.T) {
	for _, n := range []int{2, 62, 63, 64, 65, 126, 127, 130} {
		m := &model.Model{}
		different := &model.AllDifferent{Vars: []model.Var{
			m.AddVariable("a", model.Interval(1, n)), m.AddVariable("b", model.Interval(0, n+5)), m.AddVariable("c", model.Interval(n-1, n)),
		}}
		m.Constraints = []model.Constraint{&kinds.Either{Of: [][]model.Constraint{{different}}}}
		want := len(modeltest.BruteForce(m, nil))
		if got := countOf(t, m, nil, nil).Count.Int64(); got != int64(want) {
			t.Errorf("up to %d: counted %d, expected %d", n, got, want)
		}
	}
}

// A product with too many pairs of values is refused, with the numbers.
func TestWideProduct(t *testing.T) {
	m := &model.Model{Constraints: []model.Constraint{&kinds.Product{X: 0, Y: 1, Result: 2}}}
	for _, name := range []string{"x", "y", "z"} {
		m.AddVariable(name, model.Interval(1, 2000))
	}
	_, err := open(t, m, nil).Run(t.Context(), nil, 0, nil)
	if want := "two variables of 2000 and 2000 values decide the others, expected at most 1048576 pairs of values"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, expected %s", err, want)
	}
}
