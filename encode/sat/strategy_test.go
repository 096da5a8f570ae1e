package sat

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/enginetest"
	"qmsat/model/modeltest"
	"qmsat/model/symmetry"
)

// eachStrategy runs a test with every engine and each strategy that it accepts.
func eachStrategy(t *testing.T, test func(t *testing.T, e *engine.Engine, options engine.Options)) {
	for _, e := range engines(t) {
		for _, name := range e.Values(strategySetting) {
			t.Run(e.Name+"/"+name, func(t *testing.T) { test(t, e, engine.Options{"enumerate": name}) })
		}
	}
}

func TestStrategiesAreRegistered(t *testing.T) {
	want := []string{"auto", "conquer", "cubes", "depth-first", "literals", "orbits", "outputs"}
	if got := engineNamed(t, "gini").Values(strategySetting); !slices.Equal(got, want) {
		t.Errorf("gini takes the strategies %v, expected %v", got, want)
	}
	for strategy, chosen := range map[string]bool{"": true, "outputs": false} {
		if got := slices.Contains(backend{strategy: strategy}.engine().Settings, strategySetting); got != chosen {
			t.Errorf("an engine of the strategy %q has the setting: %t", strategy, got)
		}
	}
	if slices.Contains(engineNamed(t, "gophersat").Values(strategySetting), depthFirstName) {
		t.Errorf("gophersat takes %s, but has no scopes", depthFirstName)
	}
}

// TestStrategiesEnumerate has every strategy find the 288 grids 4×4 and those under some givens, twice in one session.
func TestStrategiesEnumerate(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	eachStrategy(t, func(t *testing.T, e *engine.Engine, options engine.Options) {
		session := open(t, e, m, options)
		for range 2 {
			for _, test := range []struct {
				cube model.Cube
				want int
			}{
				{nil, 288},
				{model.Cube{{Var: 5, Value: 3}}, 72},
				{model.Cube{{Var: 5, Value: 3}, {Var: 4, Value: 3}}, 0},
				{model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 2}, {Var: 2, Value: 3}, {Var: 3, Value: 4}}, 12},
			} {
				if got := len(solutions(t, session, m, test.cube)); got != test.want {
					t.Errorf("cube %v: %d solutions, expected %d", test.cube, got, test.want)
				}
			}
		}
	})
}

// TestStrategiesStop stops every strategy by limits and by yield.
func TestStrategiesStop(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	eachStrategy(t, func(t *testing.T, e *engine.Engine, options engine.Options) {
		session := open(t, e, m, options)
		for _, limit := range []uint64{1, 2, 20, 150, 288, 289} {
			result, err := session.Run(context.Background(), nil, limit, nil)
			if err != nil || result.Count.Uint64() != min(limit, 288) || result.Complete() != (limit > 288) {
				t.Errorf("limit %d: %+v, error %v", limit, result, err)
			}
			calls := uint64(0)
			result, err = session.Run(context.Background(), nil, 0, func(model.Assignment) bool { calls++; return calls != limit })
			if err != nil || result.Count.Uint64() != min(limit, 288) || result.Complete() != (limit > 288) {
				t.Errorf("told to stop at %d: %+v, error %v", limit, result, err)
			}
		}
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		result, err := session.Run(ctx, nil, 0, func(model.Assignment) bool { cancel(); return true })
		if err != nil || result.Complete() || result.Count.Uint64() != 1 {
			t.Errorf("cancelled at the first solution: %+v, error %v", result, err)
		}
	})
}

// TestStrategiesOnRandomModels checks that every strategy lists each solution exactly once, with any cell encoding and any other settings, on
// models with symmetries or without and with projections: nothing may rely on what propagation finds in one encoding. Where tests may take
// minutes, it makes 20,000 runs.
func TestStrategiesOnRandomModels(t *testing.T) {
	eachStrategy(t, func(t *testing.T, e *engine.Engine, options engine.Options) {
		for range modeltest.Scale(1, 4, 17) {
			rapid.Check(t, func(t *rapid.T) {
				m, cube := symmetricOrNot(t)
				for _, s := range e.Settings {
					if s != strategySetting {
						options[s.Name] = rapid.SampledFrom(e.Values(s)).Draw(t, s.Name)
					}
				}
				found := solutions(t, open(t, e, m, options), m, cube)
				if diff := cmp.Diff(modeltest.Keys(m, cube), append([]string{}, found...)); diff != "" {
					t.Fatalf("cube %v (-brute force +found):\n%s", cube, diff)
				}
			})
		}
	})
}

// symmetricOrNot draws a model and a cube: one of any sort, or one with symmetries, perhaps with a change; then some of its variables may be
// the outputs.
func symmetricOrNot(t *rapid.T) (m *model.Model, cube model.Cube) {
	if rapid.Bool().Draw(t, "any") {
		m = modeltest.Random(t)
		return m, modeltest.RandomCube(t, m)
	}
	m = modeltest.Symmetric(t)
	cube = modeltest.LessSymmetric(t, m, rapid.SampledFrom(modeltest.Changes).Draw(t, "change"))
	if rapid.Bool().Draw(t, "projected") {
		m.Outputs = lists.Distinct(rapid.SliceOfN(rapid.SampledFrom(m.OutputVars()), 1, -1).Draw(t, "outputs"))
	}
	return m, cube
}

// TestSplit checks the contract of engine.Splitter.
func TestSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		options := engine.Options{}
		for _, s := range Settings() {
			options[s.Name] = rapid.SampledFrom(s.Values()).Draw(t, s.Name)
		}
		session := open(t, engineNamed(t, "gini"), m, options).(engine.Splitter)
		cube := modeltest.RandomCube(t, m)
		enginetest.ExpectSplits(t, session, m, cube)
	})
}

// TestDepthFirstRenews drops the learnt clauses after each conflict, during searches.
func TestDepthFirstRenews(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		s := open(t, engineNamed(t, "gini"), m, engine.Options{"renewal": "1"})
		for range 2 {
			cube := modeltest.RandomCube(t, m)
			found := map[string]bool{}
			result, err := s.Run(t.Context(), cube, 0, func(a model.Assignment) bool {
				found[modeltest.Key(m, a)] = true
				return true
			})
			want := len(modeltest.BruteForce(m, cube))
			if err != nil || !result.Complete() || len(found) != want || result.Count.Int64() != int64(want) {
				t.Fatalf("%+v, error %v, %d different solutions, expected %d", result, err, len(found), want)
			}
		}
	})
}

// forgetting counts how often a solver is told to forget.
type forgetting struct {
	scoped
	times int
}

func (f *forgetting) Forget(ctx context.Context) {
	f.times++
	f.scoped.Forget(ctx)
}

// TestDepthFirstRenewsInShortRuns makes a solver forget although no single run has that many conflicts.
func TestDepthFirstRenewsInShortRuns(t *testing.T) {
	const renewal = 300
	m := modeltest.QuasiMagic(t, 2)
	s := open(t, engineNamed(t, "gini"), m, nil).(*session)
	solver := &forgetting{scoped: s.formula.solver.(scoped)}
	s.formula.solver = solver
	s.strategy.run = func(e *enumeration) (bool, error) {
		d := newDepthFirst(e)
		d.renewal = renewal
		before := d.conflicts
		complete, err := e.round(nil, d.search)
		if conflicts := d.conflicts - before; conflicts >= renewal {
			t.Errorf("a run of %d conflicts, expected fewer than %d", conflicts, renewal)
		}
		return complete, err
	}
	for _, cube := range modeltest.Cubes(t, m, "quasimagic-180.txt")[:12] {
		if r, err := s.Run(t.Context(), cube, 0, nil); err != nil || r.Count.Int64() != 1 {
			t.Fatalf("%+v, error %v, expected one solution", r, err)
		}
	}
	if solver.times == 0 {
		t.Errorf("nothing was forgotten after %d conflicts, expected that after %d", s.formula.conflicts, renewal)
	}
}

// TestDepthFirstUnfinished ends searches after some solutions: the finished part that they report and the part that it leaves
// open are everything.
func TestDepthFirstUnfinished(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube := modeltest.RandomCube(t, m)
		session := open(t, engineNamed(t, "gini"), m, nil)
		seen := 0
		enough := rapid.IntRange(1, 20).Draw(t, "solutions")
		result, err := session.Run(t.Context(), cube, 0, func(model.Assignment) bool {
			seen++
			return seen < enough
		})
		if err != nil || result.Complete() == (result.Unfinished != nil) && seen > 1 {
			t.Fatalf("%+v, error %v", result, err)
		}
		solutions := func(cube model.Cube) int { return len(modeltest.BruteForce(m, cube)) }
		for done := result.Unfinished; done != nil; done = done.Next {
			if err := done.Split.Check(m, cube); err != nil {
				t.Fatal(err)
			}
			cubes, sum := done.Split.Cubes(cube), 0
			for i, c := range cubes {
				n := solutions(c)
				if i < len(done.Counts) && done.Counts[i] != uint64(n) {
					t.Errorf("cube %v: %d solutions, expected %d", c, done.Counts[i], n)
				}
				sum += n
			}
			if all := solutions(cube); sum != all || done.Next != nil && len(done.Counts) == len(cubes) {
				t.Errorf("cube %v: %d solutions in the cubes of %+v, expected %d", cube, sum, done, all)
			}
			if done.Next != nil {
				cube = cubes[len(done.Counts)]
			}
		}
	})
}

// TestOrbits checks strategy orbits by brute force on models with many symmetries, and on such models but for a given, a constraint, a
// simpler constraint or a smaller domain, with all or only some variables as outputs.
func TestOrbits(t *testing.T) {
	gini := engineNamed(t, "gini")
	for _, change := range modeltest.Changes {
		less := 0
		modeltest.CheckUntil(t, change+": a search becomes shorter", func() bool { return less > 0 }, func(t *rapid.T) {
			m := modeltest.Symmetric(t)
			if rapid.IntRange(0, 9).Draw(t, "larger") == 0 {
				m = must(model.QuasiMagic(2, rapid.IntRange(1, model.MaxDelta(2)).Draw(t, "delta")))
			}
			cube := modeltest.LessSymmetric(t, m, change)
			if rapid.Bool().Draw(t, "projected") {
				m.Outputs = lists.Distinct(rapid.SliceOfN(rapid.SampledFrom(m.OutputVars()), 1, -1).Draw(t, "outputs"))
			}
			options := engine.Options{"enumerate": "orbits", "images": rapid.SampledFrom([]string{"1", "3", "1048576"}).Draw(t, "images")}
			found := solutions(t, open(t, gini, m, options), m, cube)
			if diff := cmp.Diff(modeltest.Keys(m, cube), append([]string{}, found...)); diff != "" {
				t.Fatalf("cube %v (-brute force +found):\n%s", cube, diff)
			}
			counted := count(t, open(t, gini, m, options), cube)
			if counted.Count.Int64() != int64(len(found)) {
				t.Fatalf("%v solutions are counted, %d found", counted.Count, len(found))
			}
			if all := open(t, gini, m, engine.Options{"enumerate": depthFirstName}); propagations(counted) < propagations(count(t, all, cube)) {
				less++
			}
		})
	}
}

// TestOrbitsEnd has cell encodings of which propagation refutes no other value of an output, or few: the search ends, and early if its
// context does.
func TestOrbitsEnd(t *testing.T) {
	m := modeltest.Variables(4, model.Interval(1, 4))
	m.Constraints, m.Outputs = []model.Constraint{&model.AllDifferent{Vars: m.OutputVars()}}, []model.Var{0, 1}
	gini := engineNamed(t, "gini")
	for _, cells := range gini.Values(cellSetting) {
		session := open(t, gini, m, engine.Options{"encoding": cells, "enumerate": "orbits"})
		result, err := session.Run(modeltest.EndingAfter(t.Context(), 1000), nil, 0, nil)
		if err != nil || !result.Complete() || result.Count.Int64() != 12 {
			t.Errorf("encoding %s: %+v, error %v; expected 12 solutions", cells, result, err)
		}
		if result, err = session.Run(modeltest.EndingAfter(t.Context(), 1), nil, 0, nil); err != nil || result.Complete() {
			t.Errorf("encoding %s: %+v, error %v; expected that the context's end stops it", cells, result, err)
		}
	}
}

// TestOrbitsKnown lists grids of which symmetries keep the outputs or not, and counts the quasi-magic grids of Δ = 2.
func TestOrbitsKnown(t *testing.T) {
	options := engine.Options{"enumerate": "orbits"}
	m := must(model.QuasiMagic(2, 2))
	for _, m.Outputs = range [][]model.Var{nil, {6, 0, 2, 10, 14}, {0, 1, 2, 3}} {
		found := solutions(t, open(t, engineNamed(t, "gini"), m, options), m, nil)
		if diff := cmp.Diff(modeltest.Keys(m, nil), found); diff != "" {
			t.Errorf("outputs %v (-brute force +found):\n%s", m.Outputs, diff)
		}
	}
	all := count(t, open(t, engineNamed(t, "gini"), modeltest.QuasiMagic(t, 2), options), nil)
	if all.Count.Int64() != 248_832 || propagations(all) > 248_832/20 {
		t.Errorf("%v grids, %v; expected 248832 by few propagations", all.Count, all.Effort)
	}
}

// TestOrbitsCheck has an image that is no solution of its part.
func TestOrbitsCheck(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	a := modeltest.BruteForce(m, nil)[0]
	e := &enumeration{ctx: context.Background(), session: &session{model: m}, assignment: slices.Clone(a)}
	o := &orbits{depthFirst: &depthFirst{enumeration: e}, all: e}
	same := symmetry.Identity(m)
	o.levels = []*orbit{{scratch: slices.Clone(a), parts: []image{{model.Given{Var: 0, Value: a[0]}, same}, {model.Given{Var: 0, Value: a[1]}, same}}}}
	if o.take(a) || o.wrong == nil || e.count != 1 {
		t.Errorf("%d solutions, error %v; expected an error after 1", e.count, o.wrong)
	}
}

func count(t rapid.TB, session engine.Session, cube model.Cube) engine.Result {
	t.Helper()
	result, err := session.Run(context.Background(), cube, 0, nil)
	if err != nil || !result.Complete() {
		t.Fatalf("%+v, %v", result, err)
	}
	return result
}

func propagations(r engine.Result) int64 {
	return r.Effort[slices.IndexFunc(r.Effort, func(m engine.Measure) bool { return m.Name == "propagations" })].Value
}
