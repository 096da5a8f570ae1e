package heuristic

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// methods returns the names of the package's engines: all registered here that may fail.
func methods(t testing.TB) []string {
	t.Helper()
	names := slices.DeleteFunc(engine.Names(), func(name string) bool {
		e, err := engine.Lookup(name)
		return err != nil || !e.Abilities.MayFail
	})
	if len(names) < 15 {
		t.Fatalf("%d methods, expected 15 at least: %v", len(names), names)
	}
	return names
}

func opened(t testing.TB, name string, m *model.Model, options engine.Options) engine.Session {
	t.Helper()
	e, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := e.Open(t.Context(), m, options)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// solve runs an engine once. It fails the test if the solution is wrong.
func solve(t testing.TB, name string, m *model.Model, options engine.Options, cube model.Cube) (engine.Result, model.Assignment) {
	t.Helper()
	var found model.Assignment
	result, err := opened(t, name, m, options).Run(t.Context(), cube, 0, func(a model.Assignment) bool {
		if err := errors.Join(m.Check(a), m.CheckCube(a, cube)); err != nil || found != nil {
			t.Errorf("%s: %v, %v", name, err, found)
		}
		found = a
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if result.Count.Int64() == 1 != (found != nil) || (result.Outcome == engine.Solved) != (found != nil) {
		t.Errorf("%s: %v, count %v, solution %v", name, result.Outcome, result.Count, found)
	}
	return result, found
}

func parse(t testing.TB, m *model.Model, text string) model.Cube {
	t.Helper()
	cube, err := model.Characters.Parse(m, text)
	if err != nil {
		t.Fatal(err)
	}
	return cube
}

// 32 givens.
const easy = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."

// Each method solves small puzzles, is stuck if givens clash, and answers the same for the same seed.
func TestMethods(t *testing.T) {
	for _, method := range methods(t) {
		small, nine := modeltest.Sudoku(t, 2, 2), modeltest.Sudoku(t, 3, 3)
		for seed := range modeltest.Scale(1, 3) {
			options := engine.Options{"seed": strconv.Itoa(seed)}
			result, _ := solve(t, method, small, options, parse(t, small, "123434..21..4321"))
			// Harmony search ends if its sums are right, and says so.
			ended := slices.Contains(result.Effort, engine.Measure{Name: zeroObjective, Value: 1})
			if result.Outcome != engine.Solved && !ended {
				t.Errorf("%s: %v on a 4×4 puzzle with seed %d", method, result.Outcome, seed)
			}
		}
		if result, _ := solve(t, method, small, nil, parse(t, small, "11..............")); result.Outcome != engine.Stuck {
			t.Errorf("%s: %v where givens clash", method, result.Outcome)
		}
		options := engine.Options{"iterations": "300", "seed": "7"}
		first, one := solve(t, method, nine, options, parse(t, nine, easy))
		again, two := solve(t, method, nine, options, parse(t, nine, easy))
		if !slices.Equal(first.Effort, again.Effort) || !slices.Equal(one, two) {
			t.Errorf("%s: %v and %v with the same seed", method, first.Effort, again.Effort)
		}
		if first.Effort[0].Value > 300 {
			t.Errorf("%s: %v, expected 300 iterations at most", method, first.Effort)
		}
	}
}

// quasiMagic are the methods whose objective includes sums.
var quasiMagic = []string{"annealing", "hill-climbing", "quantum-annealing"}

// Other models are refused in one line; so is quasi-magic Sudoku for a method without an objective for it.
func TestRefuses(t *testing.T) {
	jigsaw := modeltest.Sudoku(t, 2, 2)
	jigsaw.Constraints = jigsaw.Constraints[:8]
	rules := modeltest.QuasiMagic(t, 2)
	if err := model.AddPruningRules(rules, []int{3}); err != nil {
		t.Fatal(err)
	}
	for _, method := range methods(t) {
		e, err := engine.Lookup(method)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range []*model.Model{jigsaw, rules, modeltest.QuasiMagic(t, 2)} {
			_, err := e.Open(t.Context(), m, nil)
			if i == 2 && slices.Contains(quasiMagic, method) {
				if err != nil {
					t.Error(err)
				}
			} else if unsupported := new(engine.UnsupportedError); !errors.As(err, &unsupported) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s, model %d: %v, expected that it is refused in one line", method, i, err)
			}
		}
	}
}

// The end of the context ends a run before the next iteration.
func TestEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, method := range methods(t) {
		m := modeltest.Sudoku(t, 4, 4)
		result, err := opened(t, method, m, nil).Run(ctx, nil, 0, nil)
		if err != nil || result.Outcome != engine.CutOff || result.Cause == nil || result.Effort[0].Value > 0 {
			t.Errorf("%s: %+v, %v", method, result, err)
		}
	}
}

// drawn is a source of randomness that counts its draws.
type drawn struct {
	rand.Source
	draws int
}

func (d *drawn) Uint64() uint64 {
	d.draws++
	return d.Source.Uint64()
}

// If the context has ended, a run stops within its first grid, however many its settings ask for.
func TestEndsWithinFirstGrid(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l, err := newLayout(&method{}, modeltest.Sudoku(t, 3, 3))
	if err != nil {
		t.Fatal(err)
	}
	for name, search := range map[string]func(*run) []int8{"memory": compose, "replicas": tunnel, "probes": anneal} {
		r := newRun(ctx, l, engine.Options{name: "1000"}, 1<<30)
		source := &drawn{Source: rand.NewPCG(1, 1)}
		r.random = rand.New(source)
		if !r.give(nil) {
			t.Fatal("no givens clash")
		}
		if value := search(r); value != nil || source.draws > 81 {
			t.Errorf("%s: %d draws, result %v, expected 81 draws at most", name, source.draws, value)
		}
	}
}

// Defects counted swap by swap equal those counted from the start; there are none exactly if the model's check passes.
func TestDefects(t *testing.T) {
	for _, m := range []*model.Model{modeltest.Sudoku(t, 2, 3), modeltest.Sudoku(t, 1, 5), modeltest.QuasiMagic(t, 2)} {
		l, err := newLayout(&method{quasiMagic: true}, m)
		if err != nil {
			t.Fatal(err)
		}
		r := emptyRun(t, l)
		f, pairs := r.fill(), r.movable()
		for range 200 {
			f.swap(r.pair(pairs))
			missing, clashing, excess := f.missing, f.clashing, f.excess
			f.recount()
			if f.missing != missing || f.clashing != clashing || f.excess != excess {
				t.Fatalf("%s: %d, %d, %d by swaps, %d, %d, %d counted", m.Name, missing, clashing, excess, f.missing, f.clashing, f.excess)
			}
			clashes := 0
			for a := range f.value {
				for b := range f.value {
					if a != b && f.value[a] == f.value[b] {
						clashes += same(f.row, a, b) + same(f.column, a, b)
					}
				}
			}
			if clashes != f.clashing {
				t.Fatalf("%s: %d clashing cells, expected %d", m.Name, f.clashing, clashes)
			}
			if (m.Check(l.assignment(f.value)) == nil) != (f.defects() == 0) {
				t.Fatalf("%s: %v has %d defects", m.Name, f.value, f.defects())
			}
		}
	}
}

func same(of []int, a, b int) int {
	if of[a] == of[b] {
		return 1
	}
	return 0
}

func emptyRun(t testing.TB, l *layout) *run {
	t.Helper()
	r := newRun(t.Context(), l, nil, 1<<30)
	if !r.give(nil) {
		t.Fatal("no givens clash")
	}
	return r
}

// The deviation of the largest number of costs is right although products of their sums overflow.
func TestDeviation(t *testing.T) {
	for _, test := range []struct{ n, high int }{{2, 2}, {100, 30}, {1_000_000, 7_000}, {1_000_000, 1_000_000}} {
		sum, squares := test.n/2*test.high, test.n/2*test.high*test.high // half of them 0, half of them high
		if got, want := deviationOf(test.n, sum, squares), float64(test.high)/2; math.Abs(got-want) > 1e-9*want {
			t.Errorf("%d costs 0 and %d: deviation %g, expected %g", test.n, test.high, got, want)
		}
	}
	if got := deviationOf(3, 15, 75); got != 1 {
		t.Errorf("equal costs: deviation %g, expected 1", got)
	}
}

func TestExponential(t *testing.T) {
	for _, x := range []float64{0, 1e-9, 0.1, 1, 3.7, 20, 100, 699, 1e9} {
		if got, want := exponential(x), math.Exp(-x); math.Abs(got-want) > 1e-9*want {
			t.Errorf("e^−%g = %g, expected %g", x, got, want)
		}
	}
}

// A swap allocates nothing.
func BenchmarkSwap(b *testing.B) {
	l, err := newLayout(&method{}, modeltest.Sudoku(b, 3, 3))
	if err != nil {
		b.Fatal(err)
	}
	r := emptyRun(b, l)
	f, m := r.fill(), r.movable()
	b.ReportAllocs()
	for b.Loop() {
		f.swap(r.pair(m))
	}
}
