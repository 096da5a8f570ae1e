package native

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/modeltest"
	"qmsat/native/propagate"
)

func holdingAny(cells []model.Var, values ...int) []model.Formula {
	return lists.Map(cells, func(v model.Var) model.Formula { return model.In{Var: v, Values: model.Values(values...)} })
}

// apartBy is a table of the pairs of values from 1 to 6 whose difference is at least two.
func apartBy(two ...model.Var) model.Constraint {
	t := &model.Table{Vars: two}
	for x := 1; x <= 6; x++ {
		for y := 1; y <= 6; y++ {
			if x-y >= 2 || y-x >= 2 {
				t.Tuples = append(t.Tuples, []int{x, y})
			}
		}
	}
	return t
}

func TestValueSetsPropagation(t *testing.T) {
	six := model.Interval(1, 6)
	cells := []model.Var{0, 1, 2}
	windows := model.Or{}
	for least := 1; least <= 4; least++ {
		window := model.And(holdingAny(cells, least, least+1, least+2))
		windows = append(windows, window)
	}
	line, outsider := &model.AllDifferent{Vars: cells}, &model.AllDifferent{Vars: []model.Var{0, 1, 3}}
	for name, test := range map[string]struct {
		cube        model.Cube
		constraints []model.Constraint
		want        string
	}{
		"a window": {model.Cube{{Var: 0, Value: 1}}, []model.Constraint{line, &model.Rule{Formula: windows}}, "1 2..3 2..3 1..6"},
		"a required value": {model.Cube{{Var: 2, Value: 3}}, []model.Constraint{line, outsider, &model.Rule{Formula: windows},
			&model.Rule{Formula: model.In{Var: 0, Values: model.Values(1, 2, 4)}}, &model.Rule{Formula: model.In{Var: 1, Values: model.Values(2, 4)}},
		}, "1..2,4 2,4 3 1,3..6"},
		"a clique": {model.Cube{{Var: 0, Value: 3}}, []model.Constraint{apartBy(0, 1), apartBy(1, 2), apartBy(0, 2)}, "3 1,5..6 1,5..6 1..6"},
		"a clique without values": {model.Cube{{Var: 0, Value: 3}}, []model.Constraint{apartBy(0, 1), apartBy(1, 2), apartBy(0, 2),
			&model.Rule{Formula: model.Not{Of: model.Is(1, 1)}}, &model.Rule{Formula: model.Not{Of: model.Is(2, 1)}}}, impossible},
	} {
		m := variables(times(4, six)...)
		m.Constraints = test.constraints
		s := openSession(t, m).(*session)
		s.propagateRoot()
		if got := domainsAfter(s, test.cube); got != test.want {
			t.Errorf("%s: domains %s, expected %s", name, got, test.want)
		}
	}
}

// drawSymmetric draws a formula over all cells, mostly one that does not depend on their order.
func drawSymmetric(t *rapid.T, cells []model.Var) model.Formula {
	part := rapid.Custom(func(t *rapid.T) model.Formula {
		of := holdingAny(cells, rapid.SliceOfN(rapid.IntRange(1, 5), 1, 3).Draw(t, "values")...)
		kind := rapid.SampledFrom([]model.CountKind{model.AtLeast, model.AtMost, model.Exactly}).Draw(t, "kind")
		return model.Count{Kind: kind, K: rapid.IntRange(0, 2).Draw(t, "k"), Of: of}
	})
	parts := rapid.SliceOfN(part, 1, 3).Draw(t, "parts")
	if rapid.IntRange(0, 3).Draw(t, "odd") == 0 {
		parts = append(parts, model.Is(cells[0], 2))
	}
	if rapid.Bool().Draw(t, "or") {
		return model.Or(parts)
	}
	return model.And(parts)
}

// Rules over different cells leave the solutions that brute force finds, and those called symmetric are.
func TestValueSetsOfRandomRules(t *testing.T) {
	posted := 0
	modeltest.CheckUntil(t, "sets of values are posted", func() bool { return posted > 0 }, func(t *rapid.T) {
		m := variables(times(5, model.Interval(1, 5))...)
		cells := rapid.Permutation(m.OutputVars()).Draw(t, "order")[:rapid.IntRange(3, 4).Draw(t, "cells")]
		f := drawSymmetric(t, cells)
		m.Constraints = []model.Constraint{
			&model.AllDifferent{Vars: cells}, &model.AllDifferent{Vars: []model.Var{0, 1, 2}}, &model.AllDifferent{Vars: []model.Var{2, 3, 4}},
			&model.Rule{Formula: f},
		}
		s := openSession(t, m)
		for _, p := range s.(*session).space.Propagators {
			if _, is := p.(*propagate.ValueSets); is {
				posted++
			}
		}
		sameSolutions(t, m, s, nil)
		if !propagate.Symmetric(f, cells) {
			return
		}
		a := model.Assignment(rapid.SliceOfN(rapid.IntRange(1, 5), 5, 5).Draw(t, "assignment"))
		b := slices.Clone(a)
		for i, v := range rapid.Permutation(cells).Draw(t, "exchanged") {
			b[v] = a[cells[i]]
		}
		if f.Eval(a) != f.Eval(b) {
			t.Fatalf("%v and %v, with the values exchanged, differ", a, b)
		}
	})
}

// Relations between each two of some cells, most of them the same and symmetric, leave the solutions that brute force finds.
func TestValueSetsOfRandomRelations(t *testing.T) {
	posted := 0
	modeltest.CheckUntil(t, "sets of values are posted", func() bool { return posted > 0 }, func(t *rapid.T) {
		m := variables(times(4, model.Interval(1, 5))...)
		pair := rapid.Custom(func(t *rapid.T) []int {
			return []int{rapid.IntRange(1, 5).Draw(t, "x"), rapid.IntRange(1, 5).Draw(t, "y")}
		})
		usual := rapid.SliceOfN(pair, 1, 5).Draw(t, "forbidden")
		for _, two := range slices.Clone(usual) {
			usual = append(usual, []int{two[1], two[0]})
		}
		for x := range model.Var(4) {
			for y := range x {
				tuples := usual
				if rapid.IntRange(0, 5).Draw(t, "other") == 0 {
					tuples = rapid.SliceOfN(pair, 1, 5).Draw(t, "others")
				}
				m.Constraints = append(m.Constraints, &model.Table{Vars: []model.Var{x, y}, Tuples: tuples, Forbidden: true})
			}
		}
		m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: m.OutputVars()[rapid.IntRange(0, 1).Draw(t, "first"):]})
		s := openSession(t, m)
		for _, p := range s.(*session).space.Propagators {
			if _, is := p.(*propagate.ValueSets); is {
				posted++
			}
		}
		sameSolutions(t, m, s, nil)
	})
}
