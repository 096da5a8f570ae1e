package native

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/native/space"
)

// twoRows is two rows and three columns of cells that differ, with values from 1 to n.
func twoRows(n int) *model.Model {
	m := variables(times(6, model.Interval(1, n))...)
	for _, house := range [][]model.Var{{0, 1, 2}, {3, 4, 5}, {0, 3}, {1, 4}, {2, 5}} {
		m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: house})
	}
	return m
}

func TestSpreadPropagation(t *testing.T) {
	counted := func(kind model.CountKind, k int, cells ...model.Var) model.Formula {
		return model.Count{Kind: kind, K: k, Of: holdingAny(cells, 1)}
	}
	for name, test := range map[string]struct {
		values  int
		formula model.Formula
		cube    model.Cube
		want    string
	}{
		"outside, in rows":         {4, counted(model.Exactly, 2, 0, 1, 4, 5), nil, "1..4 1..4 2..4 2..4 1..4 1..4"},
		"outside, of one row":      {4, counted(model.AtLeast, 1, 0, 1, 3), model.Cube{{Var: 3, Value: 2}}, "1,3..4 1..4 2..4 2 1,3..4 1,3..4"},
		"too many":                 {4, counted(model.AtLeast, 3, 0, 1, 2, 3, 4), nil, impossible},
		"inside":                   {3, counted(model.AtMost, 1, 0, 1, 3), model.Cube{{Var: 2, Value: 2}}, "1,3 1,3 2 2..3 1..3 1,3"},
		"must":                     {3, counted(model.Exactly, 0, 0, 1, 3), model.Cube{{Var: 2, Value: 2}}, impossible},
		"only as many as the rows": {4, model.Or{counted(model.Exactly, 3, 0, 1, 2, 4), model.Is(5, 2)}, nil, "1..4 1..4 1,3..4 1,3..4 1,3..4 2"},
		"a negation":               {4, model.Not{Of: counted(model.AtMost, 1, 0, 1, 4, 5)}, nil, "1..4 1..4 2..4 2..4 1..4 1..4"},
	} {
		m := twoRows(test.values)
		m.Constraints = append(m.Constraints, &model.Rule{Formula: test.formula})
		if got := propagated(t, m, test.cube...); got != test.want {
			t.Errorf("%s: domains %s, expected %s", name, got, test.want)
		}
	}
}

// Counts of a value over houses, alone or in other formulas, leave the solutions that brute force finds.
func TestSpreadOfRandomCounts(t *testing.T) {
	posted := 0
	modeltest.CheckUntil(t, "a count is spread over houses", func() bool { return posted > 0 }, func(t *rapid.T) {
		m := twoRows(rapid.IntRange(3, 4).Draw(t, "values"))
		count := rapid.Custom(func(t *rapid.T) model.Formula {
			cells := rapid.Permutation(m.OutputVars()).Draw(t, "order")[:rapid.IntRange(2, 6).Draw(t, "cells")]
			kind := rapid.SampledFrom([]model.CountKind{model.AtLeast, model.AtMost, model.Exactly}).Draw(t, "kind")
			return model.Count{Kind: kind, K: rapid.IntRange(0, 3).Draw(t, "k"), Of: holdingAny(cells, rapid.IntRange(1, 4).Draw(t, "value"))}
		})
		f := count.Draw(t, "count")
		switch rapid.IntRange(0, 3).Draw(t, "form") {
		case 0:
			f = model.Not{Of: f}
		case 1:
			f = model.Implies{If: f, Then: count.Draw(t, "then")}
		case 2:
			f = model.Or{f, count.Draw(t, "or")}
		}
		m.Constraints = append(m.Constraints, &model.Rule{Formula: f})
		s := must(newSession(space.NewBuilder(context.Background(), m, nil, nil), m.Constraints))
		s.branching = must(newBranching(s, nil))
		for _, p := range s.space.Propagators {
			if r, is := p.(*space.Rule); is {
				posted += spreads(&r.Formula)
			}
		}
		sameSolutions(t, m, s, nil)
	})
}

// spreads returns the number of counts in a formula that are bounded by houses.
func spreads(f *space.Formula) (n int) {
	if f.Spread != nil {
		n++
	}
	for i := range f.Parts {
		n += spreads(&f.Parts[i])
	}
	return n
}
