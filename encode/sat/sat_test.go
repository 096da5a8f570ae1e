package sat

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// engines returns the registered engines that accept an encoding, so that engines added later are tested too.
func engines(t testing.TB) []*engine.Engine {
	t.Helper()
	var list []*engine.Engine
	for _, name := range engine.Names() {
		e, err := engine.Lookup(name)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(Settings(), func(s *engine.Setting) bool { return !slices.Contains(e.Settings, s) }) {
			list = append(list, e)
		}
	}
	return list
}

func TestEnginesAreRegistered(t *testing.T) {
	var names []string
	for _, e := range engines(t) {
		names = append(names, e.Name)
		if e.Summary == "" {
			t.Errorf("%s has no summary", e.Name)
		}
	}
	for _, name := range []string{"gini", "gophersat"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s is not among %v", name, names)
		}
	}
}

// must returns the model of a builder.
func must(m *model.Model, err error) *model.Model {
	if err != nil {
		panic(err)
	}
	return m
}

func open(t rapid.TB, e *engine.Engine, m *model.Model, options engine.Options) engine.Session {
	t.Helper()
	session, err := e.Open(context.Background(), m, options)
	if err != nil {
		t.Fatal(err)
	}
	return session
}

func engineNamed(t rapid.TB, name string) *engine.Engine {
	t.Helper()
	e, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// solutions runs a cube to its end and returns the sorted keys of the solutions, each checked against the model.
func solutions(t rapid.TB, session engine.Session, m *model.Model, cube model.Cube) []string {
	t.Helper()
	var found []string
	result, err := session.Run(context.Background(), cube, 0, func(a model.Assignment) bool {
		if err := m.Check(a); err != nil {
			t.Fatalf("no solution: %v", err)
		}
		if err := m.CheckCube(a, cube); err != nil {
			t.Fatalf("no solution under the cube: %v", err)
		}
		found = append(found, modeltest.Key(m, a))
		return true
	})
	if err != nil || !result.Complete() || result.Count.Cmp(result.Count.SetInt64(int64(len(found)))) != 0 {
		t.Fatalf("%d solutions, result %+v, error %v", len(found), result, err)
	}
	slices.Sort(found)
	for i := 1; i < len(found); i++ {
		if found[i] == found[i-1] {
			t.Fatalf("%s was found twice", found[i])
		}
	}
	return found
}

func TestKnownCounts(t *testing.T) {
	diagonal := must(model.Sudoku(2, 2))
	diagonal.Constraints = append(diagonal.Constraints,
		&model.AllDifferent{Vars: []model.Var{0, 5, 10, 15}}, &model.AllDifferent{Vars: []model.Var{3, 6, 9, 12}})
	for _, e := range engines(t) {
		t.Run(e.Name, func(t *testing.T) {
			for _, test := range []struct {
				m    *model.Model
				want int
			}{
				{must(model.Sudoku(1, 1)), 1},
				{must(model.Sudoku(1, 2)), 2},
				{must(model.Sudoku(1, 3)), 12},
				{must(model.Sudoku(1, 4)), 576},
				{must(model.Sudoku(2, 2)), 288},
				{diagonal, 48},
				{must(model.QuasiMagic(2, 0)), 0},
				{must(model.QuasiMagic(2, 1)), 0},
				{must(model.QuasiMagic(2, 2)), 288},
			} {
				if got := len(solutions(t, open(t, e, test.m, nil), test.m, nil)); got != test.want {
					t.Errorf("%s: %d solutions, expected %d", test.m.Name, got, test.want)
				}
			}
		})
	}
}

// TestWithoutGrid also counts a model of three wide variables with loops.
func TestWithoutGrid(t *testing.T) {
	m := &model.Model{}
	x, y, z := m.AddVariable("x", model.Interval(0, 40)), m.AddVariable("y", model.Interval(0, 40)), m.AddVariable("z", model.Interval(0, 40))
	m.Constraints = []model.Constraint{&model.Linear{
		Terms: []model.Term{{Coefficient: 3, Var: x}, {Coefficient: -5, Var: y}, {Coefficient: 7, Var: z}}, Lo: 240, Hi: 243,
	}}
	want := 0
	for x := range 41 {
		for y := range 41 {
			for z := range 41 {
				if sum := 3*x - 5*y + 7*z; 240 <= sum && sum <= 243 {
					want++
				}
			}
		}
	}
	for _, e := range engines(t) {
		if got := len(solutions(t, open(t, e, m, nil), m, nil)); got != want || want == 0 {
			t.Errorf("%s: %d solutions, expected %d", e.Name, got, want)
		}
	}
}

// TestPuzzles solves quasi-magic puzzles with one solution each.
func TestPuzzles(t *testing.T) {
	m := must(model.QuasiMagic(3, 2))
	puzzles := quasiMagicPuzzles(t, m)
	for _, e := range engines(t) {
		session := open(t, e, m, nil)
		for i := 0; i < len(puzzles); i += 20 {
			var got []string
			result, err := session.Run(context.Background(), puzzles[i].cube, 0, func(a model.Assignment) bool {
				got = append(got, model.Characters.FormatSolution(m, a))
				return true
			})
			if err != nil || !result.Complete() || len(got) != 1 || got[0] != puzzles[i].solution {
				t.Errorf("%s, puzzle %d: %v, %+v, error %v, expected %s", e.Name, i, got, result, err, puzzles[i].solution)
			}
		}
	}
}

type quasiMagicPuzzle struct {
	cube     model.Cube
	solution string
}

func quasiMagicPuzzles(t testing.TB, m *model.Model) (puzzles []quasiMagicPuzzle) {
	t.Helper()
	text, err := os.ReadFile("../../testdata/quasimagic-180.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		columns := strings.Fields(line)
		if len(columns) != 3 || columns[0] == "#" {
			continue
		}
		cube, err := model.Characters.Parse(m, columns[0])
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, quasiMagicPuzzle{cube, columns[2]})
	}
	if len(puzzles) != 180 {
		t.Fatalf("%d puzzles, expected 180", len(puzzles))
	}
	return puzzles
}

// expectBruteForce runs up to most random cubes of a session's model, and compares the solutions with brute force.
func expectBruteForce(t *rapid.T, session engine.Session, m *model.Model, most int) {
	t.Helper()
	for range rapid.IntRange(1, most).Draw(t, "cubes") {
		cube := modeltest.RandomCube(t, m)
		want := modeltest.Keys(m, cube)
		if diff := cmp.Diff(want, append([]string{}, solutions(t, session, m, cube)...)); diff != "" {
			t.Fatalf("cube %v (-brute force +found):\n%s", cube, diff)
		}
	}
}

// TestRandomModels compares with brute force, several cubes a session, in any encoding.
func TestRandomModels(t *testing.T) {
	for _, e := range engines(t) {
		t.Run(e.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				m := modeltest.Random(t)
				options := engine.Options{}
				for _, s := range e.Settings {
					options[s.Name] = rapid.SampledFrom(e.Values(s)).Draw(t, s.Name)
				}
				session := open(t, e, m, options)
				expectBruteForce(t, session, m, 8)
			})
		})
	}
}

// sudokuGrids returns all 4×4 grids, found cell by cell.
func sudokuGrids(m *model.Model) (grids []model.Assignment) {
	a := make(model.Assignment, len(m.Variables))
	var fill func(cell int)
	fill = func(cell int) {
		if cell == len(a) {
			grids = append(grids, slices.Clone(a))
			return
		}
		for a[cell] = 1; a[cell] <= 4; a[cell]++ {
			clash := false
			for other := range cell {
				shared := other/4 == cell/4 || other%4 == cell%4 || other/8 == cell/8 && other%4/2 == cell%4/2
				clash = clash || shared && a[other] == a[cell]
			}
			if !clash {
				fill(cell + 1)
			}
		}
	}
	fill(0)
	return grids
}

// TestManyCubes runs a thousand cubes in one session, with none, few and clashing givens, exhausted and stopped early. So a
// round's additions to the solver are made, dropped and made again.
func TestManyCubes(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	grids := sudokuGrids(m)
	if len(grids) != 288 {
		t.Fatalf("%d grids, expected 288", len(grids))
	}
	for _, e := range engines(t) {
		cubes := 100
		if e.Abilities.Assumptions && modeltest.Long() {
			cubes = 1000
		}
		t.Run(e.Name, func(t *testing.T) {
			session := open(t, e, m, nil)
			random := rand.New(rand.NewPCG(1, 2))
			clashes, empty := 0, 0
			for i := range cubes {
				cube := model.Cube{}
				if i%40 > 1 { // the empty cube comes twice in a row
					for range 1 + random.IntN(6) {
						cube = append(cube, model.Given{Var: model.Var(random.IntN(16)), Value: 1 + random.IntN(4)})
					}
				}
				want := []string{}
				for _, grid := range grids {
					if m.CheckCube(grid, cube) == nil {
						want = append(want, modeltest.Key(m, grid))
					}
				}
				if len(want) == 0 {
					clashes++
				}
				if len(cube) == 0 {
					empty++
				}
				if random.IntN(4) == 0 { // stopped short
					limit := uint64(1 + random.IntN(5))
					result, err := session.Run(context.Background(), cube, limit, nil)
					if found := min(limit, uint64(len(want))); err != nil || result.Count.Uint64() != found || result.Complete() != (found < limit) {
						t.Fatalf("cube %d, limit %d: %+v, error %v, expected %d", i, limit, result, err, found)
					}
				}
				slices.Sort(want)
				if diff := cmp.Diff(want, append([]string{}, solutions(t, session, m, cube)...)); diff != "" {
					t.Fatalf("cube %d: %v (-brute force +%s):\n%s", i, cube, e.Name, diff)
				}
			}
			if clashes < cubes/10 || empty < cubes/25 {
				t.Errorf("%d of %d cubes clash, %d are empty", clashes, cubes, empty)
			}
		})
	}
}

// TestGiniKeepsItsSize checks that rounds leave nothing behind: the next round reuses the activation literal.
func TestGiniKeepsItsSize(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	s := open(t, engineNamed(t, "gini"), m, nil).(*session)
	solver := s.formula.solver.(*giniSolver).gini
	solutions(t, s, m, nil)
	before := solver.MaxVar()
	for range 5 {
		solutions(t, s, m, nil)
	}
	if after := solver.MaxVar(); after != before {
		t.Errorf("%v variables after one run, %v after six", before, after)
	}
}

// TestDecidedModels has models that are decided before any search.
func TestDecidedModels(t *testing.T) {
	single := &model.Model{}
	single.AddVariable("x", model.Interval(3, 3))
	forced := must(model.Sudoku(1, 3)) // all its literals are implied
	for cell, value := range []int{1, 2, 3, 2, 3, 1, 3, 1, 2} {
		forced.Constraints = append(forced.Constraints, &model.Rule{Formula: model.Is(model.Var(cell), value)})
	}
	contradiction := must(model.Sudoku(1, 3))
	contradiction.Constraints = append(contradiction.Constraints,
		&model.Rule{Formula: model.Is(0, 1)}, &model.Rule{Formula: model.Is(1, 1)})
	never := must(model.Sudoku(1, 3))
	never.Constraints = append(never.Constraints, &model.Rule{Formula: model.Or{}})
	eachStrategy(t, func(t *testing.T, e *engine.Engine, options engine.Options) {
		for name, test := range map[string]struct {
			m    *model.Model
			want int
		}{
			"one value":     {single, 1},
			"all implied":   {forced, 1},
			"contradiction": {contradiction, 0},
			"empty clause":  {never, 0},
		} {
			t.Run(name, func(t *testing.T) {
				session := open(t, e, test.m, options)
				value := test.m.DomainOf(0).Min() // 1 if the first cell is 1
				given, other := model.Given{Var: 0, Value: value}, model.Given{Var: 0, Value: value + 1}
				for range 3 {
					for _, cube := range []model.Cube{nil, {given}, {given, given}} {
						if got := len(solutions(t, session, test.m, cube)); got != test.want {
							t.Errorf("cube %v: %d solutions, expected %d", cube, got, test.want)
						}
					}
					for _, cube := range []model.Cube{{other}, {{Var: 0, Value: 99}}, {given, other}} {
						if got := len(solutions(t, session, test.m, cube)); got != 0 {
							t.Errorf("cube %v: %d solutions, expected none", cube, got)
						}
					}
				}
			})
		}
	})
}

// effortOf returns one figure of a result, or -1.
func effortOf(result engine.Result, name string) int64 {
	for _, measure := range result.Effort {
		if measure.Name == name {
			return measure.Value
		}
	}
	return -1
}

func TestLimitAndYield(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	for _, e := range engines(t) {
		t.Run(e.Name, func(t *testing.T) {
			session := open(t, e, m, engine.Options{"enumerate": "outputs"})
			calls := 0
			stopAt := func(n int) func(model.Assignment) bool {
				calls = 0
				return func(model.Assignment) bool { calls++; return calls != n }
			}
			for _, test := range []struct {
				limit           uint64
				stop            int
				count           uint64
				complete        bool
				calls, searches int
			}{
				{10, 0, 10, false, 10, 10},
				{0, 7, 7, false, 7, 7},
				{7, 7, 7, false, 7, 7},
				{288, 0, 288, false, 288, 288},
				{289, 0, 288, true, 288, 289},
				{0, 0, 288, true, 288, 289},
				{1, 0, 1, false, 1, 1},
			} {
				result, err := session.Run(context.Background(), nil, test.limit, stopAt(test.stop))
				if err != nil || result.Count.Uint64() != test.count || result.Complete() != test.complete || calls != test.calls {
					t.Errorf("%+v: %v solutions, complete %t, %d calls, error %v", test, result.Count, result.Complete(), calls, err)
				}
				if solves := effortOf(result, "solves"); solves != int64(test.searches) {
					t.Errorf("%+v: %d searches, expected %d", test, solves, test.searches)
				}
			}
			result, err := session.Run(context.Background(), model.Cube{{Var: 0, Value: 5}}, 0, nil)
			if err != nil || !result.Complete() || result.Count.Sign() != 0 || effortOf(result, "solves") != 0 {
				t.Errorf("a given outside the domain: %+v, error %v", result, err)
			}
			if err := session.Close(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestCancelledRuns ends the context before and during a long enumeration: the solutions found stay, and the session still works.
func TestCancelledRuns(t *testing.T) {
	m := must(model.QuasiMagic(3, 2))
	session := open(t, engineNamed(t, "gini"), m, nil)
	for _, before := range []bool{true, false} {
		ctx, cancel := context.WithCancel(context.Background())
		if before {
			cancel()
		}
		found := uint64(0)
		result, err := session.Run(ctx, nil, 0, func(a model.Assignment) bool {
			if err := m.Check(a); err != nil {
				t.Fatal(err)
			}
			if found++; found == 100 {
				cancel()
			}
			return true
		})
		if err != nil || result.Complete() || result.Count.Uint64() != found || (found == 0) != before {
			t.Errorf("stopped before %t: %d solutions, %+v, error %v", before, found, result, err)
		}
		cancel()
	}
	puzzle := quasiMagicPuzzles(t, m)[90]
	if got := solutions(t, session, m, puzzle.cube); len(got) != 1 {
		t.Errorf("a puzzle after cancelled runs: %d solutions, expected 1", len(got))
	}
}

// pigeonhole returns the model of n+1 all-different variables with n values.
func pigeonhole(n int) *model.Model {
	m := &model.Model{}
	var vars []model.Var
	for i := range n + 1 {
		vars = append(vars, m.AddVariable(fmt.Sprintf("x%d", i), model.Interval(1, n)))
	}
	m.Constraints = []model.Constraint{&model.AllDifferent{Vars: vars}}
	return m
}

// TestStopsWithinASearch ends the context of searches that would take hours, then searches again in the same process: nothing
// remains of the first ones that could interfere.
func TestStopsWithinASearch(t *testing.T) {
	modeltest.OnlyLong(t)
	before := runtime.NumGoroutine()
	for _, name := range engine.Names() {
		e := engineNamed(t, name)
		if !slices.Contains(e.Settings, strategySetting) {
			continue // not of this package
		}
		var choices []engine.Options
		for _, strategy := range e.Values(strategySetting) {
			choices = append(choices, engine.Options{strategySetting.Name: strategy})
		}
		for _, options := range choices {
			session := open(t, e, pigeonhole(14), options)
			for range 2 {
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
				result, err := session.Run(ctx, nil, 0, nil)
				if err != nil || result.Outcome != engine.CutOff || !errors.Is(result.Cause, context.DeadlineExceeded) {
					t.Errorf("%s, %v: %+v, error %v, expected a search that was cut off", name, options, result, err)
				}
				cancel()
			}
			trivial := model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 1}}
			for range 5 {
				if result, err := session.Run(t.Context(), trivial, 0, nil); err != nil || !result.Complete() || result.Count.Sign() != 0 {
					t.Errorf("%s, %v: a trivial puzzle: %+v, error %v", name, options, result, err)
				}
			}
			m := must(model.Sudoku(2, 2))
			if got := len(solutions(t, open(t, e, m, options), m, nil)); got != 288 {
				t.Errorf("%s, %v: %d solutions after searches that were stopped, expected 288", name, options, got)
			}
		}
	}
	for runtime.NumGoroutine() > before { // hangs if one stays
		time.Sleep(time.Millisecond)
	}
}

// TestSessionsSideBySide runs several sessions at once: engines that allow it, and gophersat, which must take turns.
func TestSessionsSideBySide(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	for _, e := range engines(t) {
		done := make(chan int)
		for range 3 {
			session := open(t, e, m, nil)
			go func() {
				result, _ := session.Run(context.Background(), nil, 0, nil)
				done <- int(result.Count.Int64())
			}()
		}
		for range 3 {
			if got := <-done; got != 288 {
				t.Errorf("%s: %d solutions, expected 288", e.Name, got)
			}
		}
	}
}

func TestUnsupportedModels(t *testing.T) {
	wide := &model.Model{}
	wide.AddVariable("x", model.Interval(0, 1<<30))
	for _, e := range engines(t) {
		for want, test := range map[string]struct {
			m       *model.Model
			options engine.Options
		}{
			"variable x with 1073741825 values: the formula would need more than 67108864 variables": {wide, nil},
			`unknown amo "x", expected auto, ` + strings.Join(encode.AtMostOnes.Names(), ", "):       {must(model.Sudoku(1, 1)), engine.Options{"amo": "x"}},
		} {
			_, err := e.Open(context.Background(), test.m, test.options)
			var unsupported *engine.UnsupportedError
			if !errors.As(err, &unsupported) || err.Error() != "engine "+e.Name+": "+want {
				t.Errorf("%s: error %v, expected %s", e.Name, err, want)
			}
		}
	}
}

func BenchmarkPuzzles(b *testing.B) {
	m := must(model.QuasiMagic(3, 2))
	puzzles := quasiMagicPuzzles(b, m)
	for _, e := range engines(b) {
		b.Run(e.Name, func(b *testing.B) {
			session := open(b, e, m, nil)
			b.ReportAllocs()
			solves := int64(0)
			for b.Loop() {
				for i := 0; i < len(puzzles); i += 9 {
					result, err := session.Run(context.Background(), puzzles[i].cube, 0, nil)
					if err != nil || result.Count.Int64() != 1 {
						b.Fatalf("puzzle %d: %+v, error %v", i, result, err)
					}
					solves += effortOf(result, "solves")
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()*1e3/20/float64(b.N), "ms/puzzle")
			b.ReportMetric(float64(solves)/float64(b.N), "solves/op")
		})
	}
}
