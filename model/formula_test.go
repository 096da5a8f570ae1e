package model_test

import (
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// eachFormula calls check with the formulas of random models' rules and a random assignment.
func eachFormula(t *testing.T, check func(t *rapid.T, f model.Formula, a model.Assignment)) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		a := make(model.Assignment, len(m.Variables))
		for v := range a {
			domain := m.DomainOf(model.Var(v))
			a[v] = domain.Value(rapid.IntRange(0, domain.Size()-1).Draw(t, "value"))
		}
		for _, c := range m.Constraints {
			if rule, is := c.(*model.Rule); is {
				check(t, rule.Formula, a)
			}
		}
	})
}

// TestConjuncts checks that the conjuncts of a formula are all true if and only if the formula is, and the same for its negation.
func TestConjuncts(t *testing.T) {
	eachFormula(t, func(t *rapid.T, f model.Formula, a model.Assignment) {
		for _, truth := range []bool{true, false} {
			parts := model.Conjuncts(f, truth)
			if got := model.And(parts).Eval(a) == truth; got != f.Eval(a) {
				t.Fatalf("%v: the conjuncts of %v for %t say %t", a, f, truth, got)
			}
		}
	})
	x, y := model.Is(0, 1), model.Is(1, 1)
	if parts := model.Conjuncts(model.And{x, model.Not{Of: model.Or{y, y}}}, true); len(parts) < 2 {
		t.Errorf("conjuncts %v, expected several", parts)
	}
}

// TestRestrict checks that a formula restricted by a partial assignment keeps its truth value, has only the other variables, and
// has no constants below its root.
func TestRestrict(t *testing.T) {
	eachFormula(t, func(t *rapid.T, f model.Formula, a model.Assignment) {
		fixed := rapid.SliceOfN(rapid.Bool(), len(a), len(a)).Draw(t, "fixed")
		left := model.Restrict(f, func(atom model.In) model.Formula {
			switch {
			case !fixed[atom.Var]:
				return atom
			case atom.Eval(a):
				return model.And{}
			default:
				return model.Or{}
			}
		})
		if left.Eval(a) != f.Eval(a) {
			t.Fatalf("%v, fixed %v: %v is left of %v", a, fixed, left, f)
		}
		if _, constant := model.Constant(left); constant {
			return
		}
		model.Walk(left, func(part model.Formula) {
			atom, is := part.(model.In)
			if is && fixed[atom.Var] || !is && len(part.Parts()) == 0 {
				t.Fatalf("%v, fixed %v: %v is left of %v", a, fixed, left, f)
			}
		})
	})
	for _, holds := range []bool{true, false} {
		left := model.Restrict(model.And{model.Is(0, 1), model.Is(1, 1)}, func(atom model.In) model.Formula {
			switch {
			case atom.Var == 1:
				return atom
			case holds:
				return model.And{}
			default:
				return model.Or{}
			}
		})
		if _, constant := model.Constant(left); constant == holds {
			t.Errorf("the first of two conditions being %t, %v is left", holds, left)
		}
	}
}
