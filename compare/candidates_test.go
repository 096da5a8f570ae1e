package compare

import (
	"context"
	"errors"
	"math/big"
	"runtime"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// TestCandidates holds what native and residual say of random models against all solutions. Counts that are cut short once it is known
// which values exist are lower bounds. With an opener, several searches run, and each learns from every refuted value. Two engines
// take turns, at first so short that they settle nothing.
func TestCandidates(t *testing.T) {
	defer func(usual, first time.Duration) { openings, firstOpening = usual, first }(openings, firstOpening)
	openings, firstOpening = 0, 0
	defer func(usual time.Duration) { firstTurn = usual }(firstTurn)
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
		for _, name := range []string{"native", "residual", "both"} {
			first := name
			if name == "both" {
				first = "native"
				firstTurn = time.Duration(rapid.SampledFrom([]int{valueShare, 1e5, 1e9}).Draw(t, "turn"))
			}
			s, err := engine.Open(t.Context(), first, m, nil)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			stops, times := rapid.Bool().Draw(t, "stops"), 0
			var open Opener
			if rapid.Bool().Draw(t, "opens") {
				open = func(ctx context.Context, m *model.Model) (engine.Session, error) {
					return engine.Open(ctx, name, m, nil)
				}
			}
			var exist []model.Domain
			told := Told{
				Solvable: func(solvable, several bool) {
					if times++; solvable != (len(seen) > 0) || several != (len(seen) > 1) || times > 1 {
						t.Fatalf("%s: told %d times, solvable %t, several %t; there are %d", name, times, solvable, several, len(seen))
					}
				},
				Exist: func(c Counts) {
					if exist = c.Domains(m); stops {
						cancel()
					}
				},
			}
			var got Counts
			if name == "both" {
				var single int
				got, single, err = CandidatesByTwo(ctx, s, func(ctx context.Context) (engine.Session, error) {
					return engine.Open(ctx, "residual", m, nil)
				}, m, cube, limit, func(time.Duration) time.Duration { return time.Hour }, told)
				if single > 0 && err == nil {
					t.Fatalf("%d values are not confirmed within an hour", single)
				}
			} else {
				got, err = Candidates(ctx, s, open, m, cube, limit, told)
			}
			s.Close()
			cancel()
			if err != nil && !stops || times != 1 || exist == nil {
				t.Fatalf("%s: told %d times whether it is solvable, and %v exist: %v", name, times, exist, err)
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

// missing is a session that never finds the solutions with a value.
type missing struct {
	engine.Session
	without model.Given
}

func (s *missing) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	return s.Session.Run(ctx, cube, 0, func(a model.Assignment) bool {
		return a[s.without.Var] == s.without.Value || yield(a)
	})
}

// TestCandidatesMissed plants a fault in one of two engines: it misses the solutions with a value. The other one shows it.
func TestCandidatesMissed(t *testing.T) {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	for faulty := range 2 {
		for value := 1; value <= 4; value++ {
			var sessions [2]engine.Session
			for i, name := range []string{"native", "gini"} {
				s, err := engine.Open(t.Context(), name, m, nil)
				if err != nil {
					t.Fatal(err)
				}
				defer s.Close()
				sessions[i] = s
			}
			sessions[faulty] = &missing{sessions[faulty], model.Given{Var: 5, Value: value}}
			_, _, err := CandidatesByTwo(t.Context(), sessions[0], func(context.Context) (engine.Session, error) { return sessions[1], nil },
				m, model.Cube{{Var: 0, Value: 1}, {Var: 15, Value: 2}}, 100, func(time.Duration) time.Duration { return time.Hour }, Told{})
			if want := value != 1; errors.As(err, new(*MissedError)) != want || err != nil != want {
				t.Errorf("an engine that misses %d: %v", value, err)
			}
		}
	}
}

// TestWanting holds searches for wanted values against all solutions: a value that is wanted to the end has all of its solutions. The
// searches pause, where a caller wants no more for now and at any other place, and go on; other runs come in between.
func TestWanting(t *testing.T) {
	left, resumed := 0, 0
	modeltest.CheckUntil(t, "a solution is left out, and a search goes on", func() bool { return left > 0 && resumed > 0 }, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube := modeltest.RandomCube(t, m)
		limit := rapid.IntRange(1, 3).Draw(t, "limit")
		all, of := map[string]bool{}, map[model.Given]int{}
		for _, a := range modeltest.BruteForce(m, cube) {
			if key := modeltest.Key(m, a); !all[key] {
				all[key] = true
				for _, v := range m.OutputVars() {
					of[model.Given{Var: v, Value: a[v]}]++
				}
			}
		}
		unwanted := rapid.IntRange(2, 5).Draw(t, "unwanted")
		for _, search := range []struct {
			name    string
			options engine.Options
		}{
			{"native", nil},
			{"native", engine.Options{"search": "general", "order": "conflicts", "restart": "1", "late-shaving": "0"}},
			{"residual", nil},
			{"residual", engine.Options{"guards": "1", "least-learned": "1", "most-learned": "3", "nodes-per-poll": "1"}},
		} {
			s, err := engine.Open(t.Context(), search.name, m, search.options)
			if err != nil {
				t.Fatal(err)
			}
			for range 2 { // another search by the same session
				seen, found := map[string]bool{}, map[model.Given]int{}
				looks, pauses := 0, 0
				var within context.Context
				var pause context.CancelFunc
				seeking := &engine.Seeking{Wanted: func(v model.Var, value int) bool {
					if looks++; looks == pauses {
						pause()
					}
					return (int(v)+value)%unwanted > 0 && found[model.Given{Var: v, Value: value}] < limit
				}}
				complete := false
				for runs := 0; !complete; runs++ {
					within, pause = context.WithCancel(t.Context())
					if looks, pauses = 0, 0; runs < 5 {
						pauses = rapid.IntRange(1, 50).Draw(t, "looks before a pause")
					}
					goesOn := rapid.Bool().Draw(t, "goes on")
					result, err := s.Run(engine.Wanting(stop.Often(within), seeking), cube, 0, func(a model.Assignment) bool {
						key := modeltest.Key(m, a)
						if !all[key] {
							t.Fatalf("%s: %s is no solution", search.name, key)
						}
						if seen[key] {
							return true
						}
						seen[key] = true
						for _, v := range m.OutputVars() {
							found[model.Given{Var: v, Value: a[v]}]++
						}
						return goesOn
					})
					pause()
					if err != nil {
						t.Fatalf("%s: %v", search.name, err)
					}
					if complete = result.Complete(); !complete {
						resumed++
					}
					if rapid.Bool().Draw(t, "another run") {
						result, err := s.Run(t.Context(), cube, 0, nil)
						if err != nil || !result.Complete() || result.Count.Cmp(big.NewInt(int64(len(all)))) != 0 {
							t.Fatalf("%s: %v, %v, expected %d solutions", search.name, result, err, len(all))
						}
					}
				}
				left += len(all) - len(seen)
				for g, n := range of {
					if seeking.Wanted(g.Var, g.Value) && found[g] != n {
						t.Fatalf("%s: %d solutions of %v, expected %d", search.name, found[g], g, n)
					}
				}
			}
			s.Close()
		}
	})
}

// idle is a session whose runs wait before they search.
type idle struct{ engine.Session }

func (s idle) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	time.Sleep(time.Second)
	return s.Session.Run(ctx, cube, limit, yield)
}

// TestConfirmedByProcessorTime holds that waiting for a processor is no time that a search spent.
func TestConfirmedByProcessorTime(t *testing.T) {
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	first, err := engine.Open(t.Context(), "native", m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	_, _, err = CandidatesByTwo(t.Context(), idle{first}, func(ctx context.Context) (engine.Session, error) { return engine.Open(ctx, "gini", m, nil) },
		m, model.Cube{{Var: 0, Value: 1}}, 1, func(spent time.Duration) time.Duration {
			if spent >= time.Second && runtime.GOOS != "windows" {
				t.Errorf("spent %v, expected less than the wait", spent)
			}
			return time.Hour
		}, Told{})
	if err != nil {
		t.Error(err)
	}
}
