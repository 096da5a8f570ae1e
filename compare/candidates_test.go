package compare

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// TestCandidates holds what native and gini say of random models against all solutions. Counts that are cut short once it is known
// which values exist are lower bounds. With an opener, several searches run, and each learns from every refuted value.
// Counts known before change nothing, even if some are too low.
func TestCandidates(t *testing.T) {
	defer func(usual, first time.Duration) { openings, firstOpening = usual, first }(openings, firstOpening)
	openings, firstOpening = 0, 0
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
			ctx, cancel := context.WithCancel(t.Context())
			stops, first := rapid.Bool().Draw(t, "stops"), 0
			var open Opener
			if rapid.Bool().Draw(t, "opens") {
				open = func(ctx context.Context, m *model.Model) (engine.Session, error) {
					return engine.Open(ctx, name, m, nil)
				}
			}
			var exist []model.Domain
			var known Counts // perhaps of an engine that missed solutions
			if rapid.Bool().Draw(t, "knows") {
				known = make(Counts, len(m.Variables))
				for _, v := range m.OutputVars() {
					for value := range m.DomainOf(v).All() {
						known[v] = append(known[v], want[v][value]-min(want[v][value], rapid.Uint64Range(0, 2).Draw(t, "missed")))
					}
				}
			}
			got, err := Candidates(ctx, s, open, m, cube, limit, Told{
				Solvable: func(solvable, several bool) {
					if first++; solvable != (len(seen) > 0) || several != (len(seen) > 1) || first > 1 {
						t.Fatalf("%s: told %d times, solvable %t, several %t; there are %d", name, first, solvable, several, len(seen))
					}
				},
				Known: known,
				Exist: func(c Counts) {
					if exist = c.Domains(m); stops {
						cancel()
					}
				},
			})
			s.Close()
			cancel()
			if err != nil && !stops || first != 1 || exist == nil {
				t.Fatalf("%s: told %d times whether it is solvable, and %v exist: %v", name, first, exist, err)
			}
			domains := got.Domains(m)
			if diff := cmp.Diff(exist, domains); diff != "" {
				t.Fatalf("%s: values that exist (-first +at last): %s", name, diff)
			}
			for v := range got {
				if domains[v].Size() != len(want[v]) {
					t.Fatalf("%s: %s is %v in solutions, expected %v", name, m.NameOf(model.Var(v)), domains[v], want[v])
				}
				for i, n := range got[v] {
					if value := m.DomainOf(model.Var(v)).Value(i); n > want[v][value] || n != want[v][value] && err == nil {
						t.Fatalf("%s: %d solutions of %s = %d, expected %d", name, n, m.NameOf(model.Var(v)), value, want[v][value])
					}
				}
			}
		}
	})
}
