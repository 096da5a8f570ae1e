package native

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// Narrowed domains have the values that all constraints on one variable allow, if there are any. The solutions stay.
func TestNarrowed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		v := model.Var(rapid.IntRange(0, len(m.Variables)-1).Draw(t, "variable"))
		values := model.Values(rapid.SliceOfN(rapid.IntRange(-1, 5), 1, 4).Draw(t, "values")...)
		m.Constraints = append(m.Constraints, &model.Rule{Formula: model.In{Var: v, Values: values}})
		before := slices.Clone(m.Variables)
		got := narrowed(t.Context(), m)
		if !slices.EqualFunc(before, m.Variables, func(a, b model.Variable) bool { return a.Domain.Equal(b.Domain) }) {
			t.Fatal("the model itself changed")
		}
		a := make(model.Assignment, len(m.Variables))
		left := lists.Filter(slices.Collect(before[v].Domain.All()), func(value int) bool {
			a[v] = value
			return !slices.ContainsFunc(m.Constraints, func(c model.Constraint) bool {
				return len(c.Scope()) == 1 && c.Scope()[0] == v && !c.Holds(a)
			})
		})
		if domain := got.Variables[v].Domain; len(left) > 0 && !domain.Equal(model.Values(left...)) {
			t.Fatalf("%v became %v, expected %v", before[v].Domain, domain, left)
		}
		if want := modeltest.Keys(m, nil); !slices.Equal(modeltest.Keys(got, nil), want) {
			t.Fatalf("the solutions are not %v", want)
		}
	})
}

// A given that only a constraint on its variable excludes leaves no solution, and is no error.
func TestGivenOutsideNarrowed(t *testing.T) {
	m := variables(times(2, model.Interval(1, 3))...)
	m.Constraints = []model.Constraint{&model.AllDifferent{Vars: m.OutputVars()}, &model.Rule{Formula: model.Is(0, 1)}}
	for value := 0; value <= 3; value++ {
		sameSolutions(t, m, openSession(t, m), model.Cube{{Var: 0, Value: value}})
	}
}
