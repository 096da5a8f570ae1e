package native

import (
	"context"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/native/space"
)

// TestDistinct compares with allDifferent if the variables' numbers differ from the constraint's.
func TestDistinct(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var domains []model.Domain
		for range rapid.IntRange(2, 5).Draw(t, "variables") {
			domains = append(domains, model.Values(rapid.SliceOfN(rapid.IntRange(-2, 3), 1, 6).Draw(t, "values")...))
		}
		m := variables(domains...)
		b := space.NewBuilder(context.Background(), m, nil, nil)
		full := slices.Clone(b.State)
		general := space.NewAllDifferent(b, m.OutputVars())
		if got, want := fixpoint(m, full, general.InWord(b)), fixpoint(m, full, general); !slices.Equal(got, want) {
			t.Fatalf("%v become %b, with allDifferent %b", domains, got, want)
		}
	})
}
