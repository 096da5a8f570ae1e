package classic

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

var names = []string{"backtracking", "norvig", "rewriting"}

func lookup(t rapid.TB, name string) *engine.Engine {
	t.Helper()
	e, err := engine.Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func open(t rapid.TB, name string, m *model.Model) engine.Session {
	t.Helper()
	s, err := lookup(t, name).Open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// solutions returns the outputs that a run lists, sorted; it fails the test if one is not a solution.
func solutions(t rapid.TB, s engine.Session, m *model.Model, cube model.Cube) (keys []string) {
	t.Helper()
	result, err := s.Run(context.Background(), cube, 0, func(a model.Assignment) bool {
		if err := errors.Join(m.Check(a), m.CheckCube(a, cube)); err != nil {
			t.Fatal(err)
		}
		keys = append(keys, modeltest.Key(m, a))
		return true
	})
	if err != nil || !result.Complete() || result.Count.Int64() != int64(len(keys)) {
		t.Fatalf("%+v, %v, %d solutions", result, err, len(keys))
	}
	slices.Sort(keys)
	return keys
}

// Random models of every kind have the solutions of brute force, each once, whatever the session ran before.
func TestSolutions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube := modeltest.RandomCube(t, m)
		for _, name := range names {
			s := open(t, name, m)
			for _, cube := range []model.Cube{nil, cube, nil} {
				if got, want := solutions(t, s, m, cube), modeltest.Keys(m, cube); !slices.Equal(got, want) {
					t.Fatalf("%s: %d solutions, expected %d", name, len(got), len(want))
				}
			}
		}
	})
}

func TestGivensThatCannotBe(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	for _, name := range names {
		s := open(t, name, m)
		for what, cube := range map[string]model.Cube{
			"two values of one cell":   {{Var: 0, Value: 1}, {Var: 0, Value: 2}},
			"a value twice in a row":   {{Var: 0, Value: 1}, {Var: 3, Value: 1}},
			"a value above the domain": {{Var: 0, Value: math.MaxInt}},
			"a value below the domain": {{Var: 0, Value: math.MinInt}},
		} {
			if keys := solutions(t, s, m, cube); len(keys) != 0 {
				t.Errorf("%s, %s: %d solutions, expected none", name, what, len(keys))
			}
		}
		if _, err := s.Run(t.Context(), model.Cube{{Var: 16, Value: 1}}, 0, nil); err == nil {
			t.Errorf("%s: a given for a variable that does not exist: expected an error", name)
		}
	}
}

func TestRefuses(t *testing.T) {
	m := &model.Model{}
	m.AddVariable("a", model.Interval(0, mostBacktracked))
	for _, name := range names {
		_, err := lookup(t, name).Open(t.Context(), m, nil)
		if unsupported := new(engine.UnsupportedError); !errors.As(err, &unsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A run ends at the limit, if yield returns false, and with its context.
func TestEnds(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	for _, name := range names {
		s := open(t, name, m)
		if r, err := s.Run(t.Context(), nil, 3, nil); err != nil || r.Outcome != engine.LimitReached || r.Count.Int64() != 3 {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		if r, err := s.Run(t.Context(), nil, 0, func(model.Assignment) bool { return false }); err != nil || r.Count.Int64() != 1 || r.Complete() {
			t.Errorf("%s: %+v, %v", name, r, err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		n := 0
		r, err := s.Run(ctx, nil, 0, func(model.Assignment) bool {
			if n++; n == 5 {
				cancel()
			}
			return true
		})
		if err != nil || r.Outcome != engine.CutOff || !errors.Is(r.Cause, context.Canceled) || n > 5+triesPerPoll {
			t.Errorf("%s: %+v, %v after %d solutions", name, r, err, n)
		}
		if _, err := lookup(t, name).Open(ctx, m, nil); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Values are tried in ascending order, cells with the fewest candidates first, and attempts count even if a house rejects them.
// By hand: in a row of 1 to 3 with 2 in the middle, the left cell tries 1 and 3, and each time the right cell tries 1 and 3.
func TestIterations(t *testing.T) {
	m := modeltest.Sudoku(t, 1, 3)
	row := model.NewGrid(&model.Grid{Rows: 1, Columns: 3}, model.Interval(1, 3))
	row.Constraints = m.Constraints[:1]
	r, err := open(t, "backtracking", row).Run(t.Context(), model.Cube{{Var: 1, Value: 2}}, 0, nil)
	if err != nil || r.Count.Int64() != 2 || !slices.Equal(r.Effort, engine.Effort{{Name: engine.Iterations, Value: 2 + 2*2}}) {
		t.Errorf("%+v, %v", r, err)
	}
}

// Singles alone solve 1,429 of the 3,000 puzzles with 17 givens, as another program measured; a pass places all singles there
// are.
func TestPasses(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	s := open(t, "pencil-and-paper", m)
	solved := 0
	for _, cube := range modeltest.Cubes(t, m, "sudoku-17-clue-3000.txt") {
		r, err := s.Run(t.Context(), cube, 0, func(a model.Assignment) bool {
			if err := errors.Join(m.Check(a), m.CheckCube(a, cube)); err != nil {
				t.Error(err)
			}
			return true
		})
		if err != nil || (r.Outcome == engine.Solved) != (r.Count.Int64() == 1) || r.Outcome == engine.Exhausted {
			t.Fatalf("%+v, %v", r, err)
		}
		if r.Outcome == engine.Solved {
			solved++
		}
	}
	if solved != 1429 {
		t.Errorf("%d solved, expected 1,429", solved)
	}
	small := modeltest.Sudoku(t, 2, 2)
	for text, want := range map[string]int64{"1234341221434...": 1, "12343...21434321": 1, "11..............": 1, "................": 1} {
		cube, err := model.Characters.Parse(small, text)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := open(t, "pencil-and-paper", small).Run(t.Context(), cube, 0, nil); err != nil || r.Effort[0].Value != want {
			t.Errorf("%s: %+v, %v, expected %d passes", text, r, err, want)
		}
	}
}

// Norvig's search is small: the published average is 64 possibilities on hard puzzles.
func TestPossibilities(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	s := open(t, "norvig", m)
	total, puzzles := int64(0), modeltest.Cubes(t, m, "sudoku-top1465.txt")[:95]
	for _, cube := range puzzles {
		r, err := s.Run(t.Context(), cube, 1, nil)
		if err != nil || r.Count.Int64() != 1 {
			t.Fatalf("%+v, %v", r, err)
		}
		total += r.Effort[0].Value
	}
	if average := total / int64(len(puzzles)); average < 16 || average > 256 {
		t.Errorf("%d possibilities on average, expected about 64", average)
	}
}

// Searches of whole grids allocate nothing for each value.
func TestSearchAllocatesLittle(t *testing.T) {
	m := modeltest.Sudoku(t, 3, 3)
	cube, err := model.Characters.Parse(m, strings.Repeat(".", 81))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		s := open(t, name, m)
		run := func(limit uint64) func() {
			return func() {
				if _, err := s.Run(t.Context(), cube, limit, nil); err != nil {
					t.Fatal(err)
				}
			}
		}
		if few, many := testing.AllocsPerRun(3, run(10)), testing.AllocsPerRun(3, run(1000)); many > few {
			t.Errorf("%s: %g allocations for 10 grids, %g for 1,000", name, few, many)
		}
	}
}

func BenchmarkHardest(b *testing.B) {
	m := modeltest.Sudoku(b, 3, 3)
	cubes := modeltest.Cubes(b, m, "ai-sudoku-8.txt")
	for _, name := range names {
		b.Run(name, func(b *testing.B) {
			s := open(b, name, m)
			b.ReportAllocs()
			for b.Loop() {
				for _, cube := range cubes {
					if _, err := s.Run(b.Context(), cube, 0, nil); err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}
