package native

import (
	"context"
	"testing"

	"qmsat/model"
	"qmsat/native/space"
)

func TestRulePropagation(t *testing.T) {
	domains := times(3, model.Interval(1, 4))
	a, b, c := model.Is(0, 1), model.Is(1, 2), model.Is(2, 3)
	all := []model.Formula{a, b, c}
	const unchanged = "1..4 1..4 1..4"
	given := func(v model.Var, value int) model.Given { return model.Given{Var: v, Value: value} }
	for _, test := range []struct {
		name    string
		formula model.Formula
		cube    model.Cube
		want    string
	}{
		{"atom", model.Is(0, 0, 2, 4, 9), nil, "2,4 1..4 1..4"},
		{"atom that cannot be", model.Is(0, 9), nil, impossible},
		{"negated atom", model.Not{Of: model.Is(0, 0, 2, 4, 9)}, nil, "1,3 1..4 1..4"},
		{"and", model.And(all), nil, "1 2 3"},
		{"empty and", model.And{}, nil, unchanged},
		{"or with two left", model.Or(all), model.Cube{given(0, 2)}, "2 1..4 1..4"},
		{"or with one left", model.Or(all), model.Cube{given(0, 2), given(2, 1)}, "2 2 1"},
		{"or with none left", model.Or(all), model.Cube{given(0, 2), given(1, 1), given(2, 1)}, impossible},
		{"empty or", model.Or{}, nil, impossible},
		{"negated or", model.Not{Of: model.Or(all)}, nil, "2..4 1,3..4 1..2,4"},
		{"negated and", model.Not{Of: model.And(all)}, model.Cube{given(0, 1), given(1, 2)}, "1 2 1..2,4"},
		{"double negation", model.Not{Of: model.Not{Of: a}}, nil, "1 1..4 1..4"},
		{"implication forwards", model.Implies{If: a, Then: b}, model.Cube{given(0, 1)}, "1 2 1..4"},
		{"implication backwards", model.Implies{If: a, Then: b}, model.Cube{given(1, 1)}, "2..4 1 1..4"},
		{"negated implication", model.Not{Of: model.Implies{If: a, Then: b}}, nil, "1 1,3..4 1..4"},
		{"at most, not tight", model.Count{Kind: model.AtMost, K: 2, Of: all}, model.Cube{given(0, 1)}, "1 1..4 1..4"},
		{"at most, tight", model.Count{Kind: model.AtMost, K: 1, Of: all}, model.Cube{given(0, 1)}, "1 1,3..4 1..2,4"},
		{"at most, exceeded", model.Count{Kind: model.AtMost, K: 1, Of: all}, model.Cube{given(0, 1), given(1, 2)}, impossible},
		{"at most −1", model.Count{Kind: model.AtMost, K: -1, Of: all}, nil, impossible},
		{"negated at most", model.Not{Of: model.Count{Kind: model.AtMost, K: 1, Of: all}}, model.Cube{given(0, 2)}, "2 2 3"},
		{"at least, tight", model.Count{Kind: model.AtLeast, K: 2, Of: all}, model.Cube{given(0, 2)}, "2 2 3"},
		{"at least 0", model.Count{Kind: model.AtLeast, K: 0, Of: all}, nil, unchanged},
		{"at least more than there are", model.Count{Kind: model.AtLeast, K: 4, Of: all}, nil, impossible},
		{"negated at least", model.Not{Of: model.Count{Kind: model.AtLeast, K: 2, Of: all}}, model.Cube{given(0, 1)}, "1 1,3..4 1..2,4"},
		{"exactly, enough", model.Count{Kind: model.Exactly, K: 1, Of: all}, model.Cube{given(1, 2)}, "2..4 2 1..2,4"},
		{"exactly, all needed", model.Count{Kind: model.Exactly, K: 2, Of: all}, model.Cube{given(0, 2)}, "2 2 3"},
		{"exactly, open", model.Count{Kind: model.Exactly, K: 2, Of: all}, nil, unchanged},
		{"negated exactly, above", model.Not{Of: model.Count{Kind: model.Exactly, K: 1, Of: all}}, model.Cube{given(0, 1), given(1, 1)}, "1 1 3"},
		{"negated exactly, below", model.Not{Of: model.Count{Kind: model.Exactly, K: 2, Of: all}}, model.Cube{given(0, 2), given(1, 2)}, "2 2 1..2,4"},
		{"negated exactly, open", model.Not{Of: model.Count{Kind: model.Exactly, K: 1, Of: all}}, model.Cube{given(0, 2)}, "2 1..4 1..4"},
		{"nested", model.Or{model.And{a, b}, model.And{a, c}}, model.Cube{given(1, 1)}, "1 1 3"},
		{"one variable in several parts", model.Count{Kind: model.Exactly, K: 2, Of: []model.Formula{model.Is(0, 1, 2), model.Is(0, 2, 3), b}},
			model.Cube{given(1, 2)}, "1..4 2 1..4"},
	} {
		t.Run(test.name, func(t *testing.T) {
			testPropagation(t, []propagation{{"", domains, &model.Rule{Formula: test.formula}, test.cube, test.want}})
		})
	}
}

// TestConjunctionsAreSplit checks that a conjunction becomes propagators that are woken separately.
func TestConjunctionsAreSplit(t *testing.T) {
	m := must(model.QuasiMagic(3, 2))
	for number, want := range map[int]int{1: 9, 2: 36, 3: 6, 4: 2} {
		rule := must(model.PruningRule(m.Grid, number))
		s := must(newSession(space.NewBuilder(context.Background(), m, nil, nil), []model.Constraint{rule}))
		if got := len(s.space.Propagators); got != want {
			t.Errorf("rule %d: %d propagators, expected %d", number, got, want)
		}
	}
}

// TestImpliedRulesAreNotCounted checks that a rule that the model does not have is left as it is.
func TestImpliedRulesAreNotCounted(t *testing.T) {
	own := &model.Rule{Formula: model.Or{model.Is(0, 1), model.Is(1, 1)}}
	other := &model.Rule{Formula: model.Or{model.Is(0, 2), model.Is(1, 2)}}
	m := variables(times(2, model.Interval(1, 3))...)
	m.Constraints = []model.Constraint{own}
	s := must(newSession(space.NewBuilder(context.Background(), m, nil, nil), []model.Constraint{own, other}))
	s.CountRules()
	counted := 0
	for _, p := range s.space.Propagators {
		if r, is := p.(*countedRule); is && r.rule.Source == own {
			counted++
		}
	}
	if counted != 1 || len(s.RuleCounts()) != 1 || len(s.space.Propagators) != 2 {
		t.Errorf("%d of %d rules and %d counts, expected 1 of 2 and 1", counted, len(s.space.Propagators), len(s.RuleCounts()))
	}
}
