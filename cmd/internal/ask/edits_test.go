package ask

import (
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"qmsat/compare"
	"qmsat/internal/cputime"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/generate"
)

// edits returns what a setter might make of a puzzle: as it is, with one and with four givens removed, and with a wrong digit.
func edits(m *model.Model, givens model.Cube, seed uint64) map[string]model.Cube {
	if len(givens) < 5 {
		return map[string]model.Cube{"as it is": givens}
	}
	random, mixed := generate.NewRandom(seed), slices.Clone(givens)
	random.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	wrong := slices.Clone(mixed)
	values := m.DomainOf(wrong[0].Var)
	i, _ := values.Index(wrong[0].Value)
	wrong[0].Value = values.Value((i + 1) % values.Size())
	return map[string]model.Cube{"as it is": givens, "one removed": mixed[1:], "four removed": mixed[4:], "wrong digit": wrong}
}

// TestStatusOfEdits compares the counts of candidates with gini's, on some puzzles of the library. With QMSAT_STATUS=N it takes so many
// of each set, and only measures.
func TestStatusOfEdits(t *testing.T) {
	modeltest.OnlyLong(t)
	most, measured := modeltest.Scale(1, 2, 4), false
	if n, err := strconv.Atoi(os.Getenv("QMSAT_STATUS")); err == nil {
		most, measured = n, true
	}
	counted, chosen := modeltest.Scale[uint64](5, 20), modeltest.Scale([]string{"quasi-magic", "iss"}, []string{"quasi-magic", "iss", "top1465"})
	for _, set := range chosen {
		s, err := sets.Lookup(set)
		if err != nil {
			t.Fatal(err)
		}
		items, err := s.items(s.file)
		if err != nil {
			t.Fatal(err)
		}
		wall, processor := map[string][]time.Duration{}, map[string][]time.Duration{}
		for i := 0; i < len(items); i += max(1, len(items)/most) {
			d, err := items[i].read(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for edit, cube := range edits(d.Model, d.Givens, uint64(i)) {
				puzzle, err := newPuzzle(d.WithGivens(cube))
				if err != nil {
					t.Fatal(err)
				}
				request, _ := json.Marshal(statusRequest{About: About{puzzle}, Limit: counted})
				if measured {
					request, _ = json.Marshal(statusRequest{About: About{puzzle}, Within: 0.35})
				}
				begun, used := time.Now(), cputime.Self()
				a := ask[statusAnswer](t, "status", string(request))
				wall[edit], processor[edit] = append(wall[edit], time.Since(begun)), append(processor[edit], cputime.Self()-used)
				if measured {
					if time.Since(begun) > time.Second {
						t.Logf("%s %d %q, %s: %v", set, i, items[i].name, edit, time.Since(begun))
					}
					continue
				}
				session, err := engine.Open(t.Context(), "gini", d.Model, nil)
				if err != nil {
					t.Fatal(err)
				}
				want, err := compare.Candidates(t.Context(), session, nil, d.Model, cube, counted, compare.Told{})
				session.Close()
				for v, counts := range want {
					for j, n := range counts {
						if value := d.Model.DomainOf(model.Var(v)).Value(j); err != nil || a.Counts[d.Model.NameOf(model.Var(v))][value] != n {
							t.Fatalf("%s %d, %s: %s=%d has %d solutions by gini: %v", set, i, edit, d.Model.NameOf(model.Var(v)), value, n, err)
						}
					}
				}
			}
		}
		for edit := range wall {
			slices.Sort(wall[edit])
			slices.Sort(processor[edit])
			n := len(wall[edit])
			t.Logf("%-12s %-13s %4d puzzles, wall: median %9v p99 %9v; processor: median %9v p99 %9v", set, edit, n,
				wall[edit][n/2], wall[edit][n*99/100], processor[edit][n/2], processor[edit][n*99/100])
		}
	}
}
