package crosscheck

import (
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// TestConstantsKeepTheRest holds that a constraint in which a variable is put as a value holds for just the assignments with that
// value that the whole one holds for. (Of all-different what is left does not say that others avoid the value.)
func TestConstantsKeepTheRest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		v := rapid.IntRange(0, len(m.Variables)-1).Draw(t, "variable")
		domain := m.DomainOf(model.Var(v))
		value := domain.Value(rapid.IntRange(0, domain.Size()-1).Draw(t, "value"))
		r := removal(model.Var(v), model.Var(v+1), &value)
		a := make(model.Assignment, len(m.Variables))
		for w := range m.Variables {
			d := m.DomainOf(model.Var(w))
			a[w] = d.Value(rapid.IntRange(0, d.Size()-1).Draw(t, "value"))
		}
		a[v] = value
		for _, c := range m.Constraints {
			left := c.Substitute(r)
			if _, different := c.(*model.AllDifferent); different || left == nil {
				continue
			}
			if got, want := left.Holds(cut(a, v, v+1)), c.Holds(a); got != want {
				t.Fatalf("%v with %s = %d: %+v holds: %t, expected %t", c, m.NameOf(model.Var(v)), value, left, got, want)
			}
		}
	})
}

// TestNothingIsShrunkWithoutFault holds that a case that is not at fault stays as it is.
func TestNothingIsShrunkWithoutFault(t *testing.T) {
	config := Config{Seed: 1, Engines: Engines()}
	c := config.Draw(0)
	if shrunk := Shrink(t.Context(), c, 0); shrunk.Fault != nil || shrunk.Case != c || shrunk.Tries != 0 {
		t.Errorf("%+v", shrunk)
	}
}

// TestDrawsByNumber holds that a model does not depend on those before it, nor on the engines.
func TestDrawsByNumber(t *testing.T) {
	all, some := Config{Seed: 3, Engines: Engines()}, Config{Seed: 3, Engines: Engines()[:1]}
	for number := range uint64(20) {
		if a, b := all.Draw(number), some.Draw(number); a.Model.Hash() != b.Model.Hash() || len(a.Cubes) != len(b.Cubes) {
			t.Errorf("number %d: other models for other engines", number)
		}
	}
}
