package native

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/native/space"
)

// TestClause compares a clause with its formula.
func TestClause(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.Custom(func(t *rapid.T) model.Domain {
			return model.Values(rapid.SliceOfN(rapid.IntRange(0, 4), 1, 4).Draw(t, "values")...)
		})
		m := variables(rapid.SliceOfN(values, 1, 4).Draw(t, "domains")...)
		var or model.Or
		for range rapid.IntRange(2, 4).Draw(t, "atoms") { // a single atom is not a clause
			of := model.Var(rapid.IntRange(0, len(m.Variables)-1).Draw(t, "variable"))
			or = append(or, model.In{Var: of, Values: values.Draw(t, "true")})
		}
		b := space.NewBuilder(context.Background(), m, nil, nil)
		full := slices.Clone(b.State)
		f := b.Compile(or, true)
		got, want := fixpoint(m, full, &space.Rule{Clause: b.ClauseOf(&f)}), fixpoint(m, full, &space.Rule{Formula: f})
		if !slices.Equal(got, want) {
			t.Fatalf("%v: %b, as a formula %b", or, got, want)
		}
	})
}
