package encode

import (
	"context"
	"fmt"
	"testing"

	"qmsat/encode/formula"
	"qmsat/encode/program"
	"qmsat/model"
)

// TestNestedCountsAreLinear checks that nested counts take equally many more clauses for each level.
func TestNestedCountsAreLinear(t *testing.T) {
	m := &model.Model{}
	var atoms []model.Formula
	for i := range 3 {
		atoms = append(atoms, model.Is(m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(0, 1)), 1))
	}
	clauses := func(depth int, rules string) int64 {
		formula := model.Formula(model.Count{Kind: model.Exactly, K: 1, Of: atoms})
		for range depth {
			formula = model.Count{Kind: model.Exactly, K: 1, Of: []model.Formula{formula, atoms[0], model.Not{Of: model.And(atoms[1:])}}}
		}
		m.Constraints = []model.Constraint{&model.Rule{Formula: formula}}
		size := sizeOf(t, m, Options{Rules: rules})
		var pseudoBoolean pbCounter
		if _, err := program.Compile(context.Background(), m, nil, Options{}, &pseudoBoolean); err != nil {
			t.Fatal(err)
		}
		return size.Clauses + pseudoBoolean.clauses
	}
	for _, rules := range RuleEncodings.Names() {
		few, more, many := clauses(20, rules), clauses(40, rules), clauses(60, rules)
		if more-few != many-more {
			t.Errorf("%s: %d, %d and %d clauses at depth 20, 40 and 60, expected equal steps", rules, few, more, many)
		}
	}
}

// pbCounter counts the parts of a pseudo-Boolean problem besides its constraints.
type pbCounter struct{ counter }

func (*pbCounter) Constraint([]formula.Term, formula.Relation, int) error { return nil }
