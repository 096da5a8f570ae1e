package compare

import (
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/modeltest"
	"qmsat/model"
	"qmsat/model/engine"
)

// TestTrueCandidates holds what native and gini say of random models against the union of all solutions.
func TestTrueCandidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube := modeltest.RandomCube(t, m)
		want := make([]model.Domain, len(m.Variables))
		for _, a := range modeltest.BruteForce(m, cube) {
			for _, v := range m.OutputVars() {
				want[v] = want[v].Union(model.Values(a[v]))
			}
		}
		for _, name := range []string{"native", "gini"} {
			e, err := engine.Lookup(name)
			if err != nil {
				t.Fatal(err)
			}
			s, err := e.Open(t.Context(), m, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := TrueCandidates(t.Context(), s, m, cube)
			s.Close()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for v := range want {
				if !got[v].Equal(want[v]) {
					t.Fatalf("%s: %s is %v in solutions, got %v", name, m.NameOf(model.Var(v)), want[v], got[v])
				}
			}
		}
	})
}
