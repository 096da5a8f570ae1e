package encode

import (
	"fmt"
	"testing"

	"qmsat/model"
)

// TestPolarityLeavesVariablesOpen has a rule with one gate. Tied in both directions each solution has one model. Tied only in the
// needed direction some solutions have two, and the map says so. A rule without gates needs no projection.
func TestPolarityLeavesVariablesOpen(t *testing.T) {
	m := &model.Model{}
	var is []model.Formula
	for i := range 3 {
		is = append(is, model.Is(m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(0, 1)), 1))
	}
	gate := model.Or{is[0], model.And{is[1], is[2]}} // 5 solutions, 1 of which leaves "x1 and x2" open
	for _, test := range []struct {
		formula   model.Formula
		rules     string
		clauses   int // besides the variables' own
		models    int
		projected bool
	}{
		{gate, "tseitin", 1 + 3, 5, false},
		{gate, "polarity", 1 + 2, 6, true},
		{model.Not{Of: gate}, "polarity", 2, 3, false},
		// One gate for "not x0 and not a", one for a: "x1 and x2".
		{model.Implies{If: gate, Then: is[0]}, "polarity", 1 + 2 + 1, 10, true},
		{model.Or{is[0], is[1]}, "polarity", 1, 6, false},
	} {
		m.Constraints = nil
		own, _ := compile(t, m, Options{})
		m.Constraints = []model.Constraint{&model.Rule{Formula: test.formula}}
		formula, vm := compile(t, m, Options{Rules: test.rules})
		models := 0
		eachModel(t, formula.Clauses, vm.Variables(), func(func(Literal) bool) { models++ })
		if clauses := len(formula.Clauses) - len(own.Clauses); clauses != test.clauses || models != test.models || vm.Projected() != test.projected {
			t.Errorf("%s, %v: %d clauses, %d models, projected %t, expected %d, %d, %t", test.rules, test.formula,
				clauses, models, vm.Projected(), test.clauses, test.models, test.projected)
		}
	}
}
