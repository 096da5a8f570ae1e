package compare

import (
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/modeltest"
	"qmsat/model"
	"qmsat/model/engine"
)

// TestCandidates holds what native and gini say of random models against all solutions.
func TestCandidates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube := modeltest.RandomCube(t, m)
		limit := rapid.Uint64Range(1, 5).Draw(t, "limit")
		want := make([]map[int]uint64, len(m.Variables))
		for v := range want {
			want[v] = map[int]uint64{}
		}
		seen := map[string]bool{}
		for _, a := range modeltest.BruteForce(m, cube) {
			if key := modeltest.Key(m, a); !seen[key] {
				seen[key] = true
				for _, v := range m.OutputVars() {
					want[v][a[v]] = min(want[v][a[v]]+1, limit)
				}
			}
		}
		for _, name := range []string{"native", "gini"} {
			s, err := engine.Open(t.Context(), name, m, nil)
			if err != nil {
				t.Fatal(err)
			}
			got, err := Candidates(t.Context(), s, m, cube, limit, nil)
			s.Close()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			domains := got.Domains(m)
			for v := range got {
				if domains[v].Size() != len(want[v]) {
					t.Fatalf("%s: %s is %v in solutions, expected %v", name, m.NameOf(model.Var(v)), domains[v], want[v])
				}
				for i, n := range got[v] {
					if value := m.DomainOf(model.Var(v)).Value(i); n != want[v][value] {
						t.Fatalf("%s: %d solutions of %s = %d, expected %d", name, n, m.NameOf(model.Var(v)), value, want[v][value])
					}
				}
			}
		}
	})
}
