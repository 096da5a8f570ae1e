package native

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/space"
)

// fataler is the common part of *testing.T, *testing.B and *rapid.T.
type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func openSession(t fataler, m *model.Model) engine.Session {
	t.Helper()
	s, err := must(engine.Lookup(space.EngineName)).Open(context.Background(), m, nil)
	if err != nil {
		t.Fatalf("open: %v", err)
	}
	return s
}

// solve runs the cube to the end. It checks every solution, and that none is repeated.
func solve(t fataler, m *model.Model, s engine.Session, cube model.Cube) []model.Assignment {
	t.Helper()
	var solutions []model.Assignment
	seen := map[string]bool{}
	result, err := s.Run(context.Background(), cube, 0, func(a model.Assignment) bool {
		if err := m.Check(a); err != nil {
			t.Fatalf("%v is no solution: %v", a, err)
		}
		if err := m.CheckCube(a, cube); err != nil {
			t.Fatalf("%v does not meet the cube: %v", a, err)
		}
		if key := modeltest.Key(m, a); seen[key] {
			t.Fatalf("%v was found twice", a)
		} else {
			seen[key] = true
		}
		solutions = append(solutions, slices.Clone(a))
		return true
	})
	if err != nil || !result.Complete() || result.Count.Cmp(big.NewInt(int64(len(solutions)))) != 0 {
		t.Fatalf("%d solutions yielded, result %+v, error %v", len(solutions), result, err)
	}
	return solutions
}

// sameSolutions compares the engine's solutions with those of brute force.
func sameSolutions(t fataler, m *model.Model, s engine.Session, cube model.Cube) {
	t.Helper()
	keys := func(solutions []model.Assignment) string {
		var list []string
		for _, a := range solutions {
			list = append(list, modeltest.Key(m, a))
		}
		slices.Sort(list)
		return strings.Join(list, "\n")
	}
	got, want := keys(solve(t, m, s, cube)), keys(modeltest.BruteForce(m, cube))
	if got != want {
		t.Fatalf("cube %v: solutions\n%s\nexpected\n%s", cube, got, want)
	}
}

// runCount runs the cube without checking the solutions, and expects an exhausted search.
func runCount(t fataler, s engine.Session, cube model.Cube) uint64 {
	t.Helper()
	result, err := s.Run(context.Background(), cube, 0, nil)
	if err != nil || !result.Complete() {
		t.Fatalf("result %+v, error %v: expected an exhausted search", result, err)
	}
	return result.Count.Uint64()
}

// withDiagonals adds to a square grid that both diagonals are all-different.
func withDiagonals(m *model.Model) *model.Model {
	var down, up []model.Var
	for i := range m.Grid.Rows {
		down = append(down, m.Grid.Cell(i, i))
		up = append(up, m.Grid.Cell(i, m.Grid.Columns-1-i))
	}
	m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: down}, &model.AllDifferent{Vars: up})
	return m
}

// variables returns a model of variables with the given domains.
func variables(domains ...model.Domain) *model.Model {
	m := &model.Model{}
	for i, d := range domains {
		m.AddVariable(fmt.Sprintf("x%d", i), d)
	}
	return m
}

func TestKnownCounts(t *testing.T) {
	for _, test := range []struct {
		name  string
		model *model.Model
		want  int
	}{
		{"Sudoku 1×1", must(model.Sudoku(1, 1)), 1}, // OEIS A107739
		{"Sudoku 4×4", must(model.Sudoku(2, 2)), 288},
		{"Sudoku 4×4 with diagonals", withDiagonals(must(model.Sudoku(2, 2))), 48},
		{"Latin square 2", must(model.Sudoku(1, 2)), 2}, // OEIS A002860
		{"Latin square 3", must(model.Sudoku(1, 3)), 12},
		{"Latin square 4", must(model.Sudoku(1, 4)), 576},
		{"quasi-magic 4×4, Δ = 0", must(model.QuasiMagic(2, 0)), 0},
		{"quasi-magic 4×4, Δ = 1", must(model.QuasiMagic(2, 1)), 0},
		{"quasi-magic 4×4, Δ = 2", must(model.QuasiMagic(2, 2)), 288},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := len(solve(t, test.model, openSession(t, test.model), nil)); got != test.want {
				t.Errorf("%d solutions, expected %d", got, test.want)
			}
		})
	}
}

func TestLatinSquaresOfOrder5(t *testing.T) {
	modeltest.OnlyLong(t)
	if got := runCount(t, openSession(t, must(model.Sudoku(1, 5))), nil); got != 161280 {
		t.Errorf("%d Latin squares, expected 161280", got)
	}
}

// TestNoQuasiMagicGrids is the known fact that Δ = 0 and 1 have no 9×9 grids.
func TestNoQuasiMagicGrids(t *testing.T) {
	for delta := range 2 {
		if got := runCount(t, openSession(t, must(model.QuasiMagic(3, delta))), nil); got != 0 {
			t.Errorf("Δ = %d: %d grids, expected none", delta, got)
		}
	}
}

func TestRandomModels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		s := openSession(t, m)
		sameSolutions(t, m, s, nil)
		sameSolutions(t, m, s, modeltest.RandomCube(t, m))
		sameSolutions(t, m, s, nil) // nothing of a run is left in the session
	})
}

func TestGivensThatCannotBe(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	s := openSession(t, m)
	for name, cube := range map[string]model.Cube{
		"two values of one cell":   {{Var: 0, Value: 1}, {Var: 0, Value: 2}},
		"a value twice in a row":   {{Var: 0, Value: 1}, {Var: 3, Value: 1}},
		"a value above the domain": {{Var: 0, Value: 5}},
		"a value below the domain": {{Var: 0, Value: math.MinInt}},
		"a value far above":        {{Var: 0, Value: math.MaxInt}},
	} {
		if got := runCount(t, s, cube); got != 0 {
			t.Errorf("%s: %d solutions, expected none", name, got)
		}
	}
	if got := runCount(t, s, model.Cube{{Var: 0, Value: 1}, {Var: 0, Value: 1}}); got != 72 {
		t.Errorf("a given that appears twice: %d solutions, expected 72", got)
	}
	if _, err := s.Run(context.Background(), model.Cube{{Var: 16, Value: 1}}, 0, nil); err == nil {
		t.Error("a given for a variable that does not exist: expected an error")
	}
}

func TestLimit(t *testing.T) {
	s := openSession(t, must(model.Sudoku(2, 2)))
	for _, test := range []struct {
		limit    uint64
		want     int64
		complete bool
	}{{1, 1, false}, {100, 100, false}, {288, 288, false}, {289, 288, true}, {0, 288, true}} {
		result, err := s.Run(context.Background(), nil, test.limit, nil)
		if err != nil || result.Count.Int64() != test.want || result.Complete() != test.complete {
			t.Errorf("limit %d: result %+v, error %v; expected count %d, complete %t",
				test.limit, result, err, test.want, test.complete)
		}
	}
}

func TestYieldStops(t *testing.T) {
	s := openSession(t, must(model.Sudoku(2, 2)))
	calls := 0
	result, err := s.Run(context.Background(), nil, 0, func(model.Assignment) bool {
		calls++
		return calls < 7
	})
	if err != nil || calls != 7 || result.Count.Int64() != 7 || result.Complete() {
		t.Errorf("%d calls, result %+v, error %v; expected 7 solutions, not complete", calls, result, err)
	}
}

// TestContextStops runs models that would take very long, each in its own way: in the search, in slow propagation, in a long
// table, and in the search for one extension.
func TestContextStops(t *testing.T) {
	slow := variables(model.Interval(0, 1<<22), model.Interval(0, 1<<22))
	slow.Constraints = []model.Constraint{ // x < y < x, one step at a time
		&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 0}, {Coefficient: -1, Var: 1}}, Lo: model.NoLower, Hi: -1},
		&model.Linear{Terms: []model.Term{{Coefficient: 1, Var: 1}, {Coefficient: -1, Var: 0}}, Lo: model.NoLower, Hi: -1},
	}
	// Pigeons that differ in pairs only by rules, which cannot see that there are too many.
	pigeons := variables(slices.Repeat([]model.Domain{model.Interval(1, 13)}, 14)...)
	pigeons.Outputs = []model.Var{0}
	for v := range model.Var(14) {
		for w := range v {
			for value := range 13 {
				pigeons.Constraints = append(pigeons.Constraints,
					&model.Rule{Formula: model.Count{Kind: model.AtMost, K: 1, Of: []model.Formula{model.Is(v, value+1), model.Is(w, value+1)}}})
			}
		}
	}
	// Every tuple is possible, so each call goes through all of them.
	table := variables(slices.Repeat([]model.Domain{model.Interval(0, 999)}, 4)...)
	tuples := make([][]int, 200_000)
	for n := range tuples {
		tuples[n] = []int{n % 1000, n / 1000, n * 7 % 1000, n * 13 % 1000}
	}
	table.Constraints = []model.Constraint{&model.Table{Vars: table.OutputVars(), Tuples: tuples}}
	for name, m := range map[string]*model.Model{
		"search": must(model.Sudoku(3, 3)), "propagation": slow, "table": table, "extension": pigeons,
	} {
		t.Run(name, func(t *testing.T) {
			s := openSession(t, m)
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
			defer cancel()
			result, err := s.Run(ctx, nil, 0, nil)
			if err != nil || result.Complete() {
				t.Errorf("result %+v, error %v; expected an incomplete result", result, err)
			}
		})
	}
}

// TestOpeningStops opens models that take long to open, each in its own way: many constraints of several kinds on few variables,
// and fillings of boxes that must be checked against a thousand rules.
func TestOpeningStops(t *testing.T) {
	pairs := variables(slices.Repeat([]model.Domain{model.Interval(0, 9)}, 800)...)
	for v := range model.Var(len(pairs.Variables)) {
		for w := range v {
			pairs.Constraints = append(pairs.Constraints, &model.AllDifferent{Vars: []model.Var{v, w}})
		}
		pairs.Constraints = append(pairs.Constraints, model.Sum("", 0, 9, v))
	}
	ruled := must(model.Sudoku(3, 3))
	for box := range 9 {
		first, last := ruled.Grid.BoxCell(box, 0, 0), ruled.Grid.BoxCell(box, 2, 2)
		for range 1000 {
			ruled.Constraints = append(ruled.Constraints, model.Sum("", 0, 18+box, first, last))
		}
	}
	for name, m := range map[string]*model.Model{"pairs": pairs, "ruled": ruled} {
		for _, wait := range []time.Duration{0, 5 * time.Millisecond} {
			ctx, cancel := context.WithTimeout(t.Context(), wait)
			if s, err := must(engine.Lookup(space.EngineName)).Open(ctx, m, nil); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%s: session %v, error %v; expected the end of the context", name, s, err)
			}
			cancel()
		}
	}
}

func TestContextThatHasEnded(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	s := openSession(t, m)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	result, err := s.Run(ctx, nil, 0, nil)
	if err != nil || result.Complete() || result.Count.Sign() != 0 {
		t.Errorf("result %+v, error %v; expected nothing found, not complete", result, err)
	}
	if got := runCount(t, s, nil); got != 288 {
		t.Errorf("the next run: %d solutions, expected 288", got)
	}
}

func TestProjection(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	m.Outputs = []model.Var{5, 0, 3}
	if got := len(solve(t, m, openSession(t, m), nil)); got != 4*3*2+4*3 {
		// Cells r1c1 and r2c2 share a box, r1c1 and r1c4 a row; r2c2 and r1c4 may be equal.
		t.Errorf("%d tuples of outputs, expected 36", got)
	}
}

func TestManyCubesOnOneSession(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	s := openSession(t, m)
	grids := solve(t, m, s, nil)
	for n := range 1000 {
		grid := grids[n%len(grids)]
		cube := model.Cube{}
		for v := n % 5; v < len(grid); v += 1 + n%7 {
			cube = append(cube, model.Given{Var: model.Var(v), Value: grid[v]})
		}
		want := uint64(0)
		for _, other := range grids {
			if m.CheckCube(other, cube) == nil {
				want++
			}
		}
		if got := runCount(t, s, cube); got != want {
			t.Fatalf("cube %v: %d solutions, expected %d", cube, got, want)
		}
	}
}

// TestFairPuzzles counts the 4×4 puzzles with 4 givens and one solution (OEIS A109252).
func TestFairPuzzles(t *testing.T) {
	modeltest.OnlyLong(t)
	s := openSession(t, must(model.Sudoku(2, 2)))
	fair := 0
	cube := make(model.Cube, 4)
	var fill func(n, from int)
	fill = func(n, from int) {
		if n == len(cube) {
			if must(s.Run(context.Background(), cube, 2, nil)).Count.Int64() == 1 {
				fair++
			}
			return
		}
		for cell := from; cell < 16; cell++ {
			for value := 1; value <= 4; value++ {
				cube[n] = model.Given{Var: model.Var(cell), Value: value}
				fill(n+1, cell+1)
			}
		}
	}
	fill(0, 0)
	if fair != 25728 {
		t.Errorf("%d fair puzzles, expected 25728", fair)
	}
}

// readTestdata returns the puzzles of a file, and its third column, if any.
func readTestdata(t testing.TB, name string, m *model.Model) (puzzles []model.Puzzle, solutions []string) {
	t.Helper()
	for _, p := range modeltest.Puzzles(t, m, name) {
		puzzles = append(puzzles, p.Puzzle)
		if len(p.Columns) == 3 {
			solutions = append(solutions, p.Columns[2])
		}
	}
	return puzzles, solutions
}

func TestQuasiMagicPuzzles(t *testing.T) {
	plain, pruned := must(model.QuasiMagic(3, 2)), must(model.QuasiMagic(3, 2))
	if err := model.AddPruningRules(pruned, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}); err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*model.Model{"plain": plain, "all pruning rules": pruned} {
		t.Run(name, func(t *testing.T) {
			puzzles, want := readTestdata(t, "quasimagic-180.txt", m)
			if len(puzzles) != 180 || len(want) != 180 {
				t.Fatalf("%d puzzles and %d solutions, expected 180", len(puzzles), len(want))
			}
			s := openSession(t, m)
			for i, p := range puzzles {
				solutions := solve(t, m, s, p.Cube)
				if len(solutions) != 1 {
					t.Fatalf("line %d: %d solutions, expected one", p.Line, len(solutions))
				}
				if got := model.Characters.FormatSolution(m, solutions[0]); got != want[i] {
					t.Errorf("line %d: solution %s, expected %s", p.Line, got, want[i])
				}
			}
		})
	}
}

// TestEmptyQuasiMagicGrid finds all 248,832 grids for Δ = 2 (Roach et al. 2009), each once.
func TestEmptyQuasiMagicGrid(t *testing.T) {
	modeltest.OnlyLong(t)
	m := must(model.QuasiMagic(3, 2))
	seen := map[string]bool{}
	result, err := openSession(t, m).Run(context.Background(), nil, 0, func(a model.Assignment) bool {
		if err := m.Check(a); err != nil {
			t.Fatalf("%v is no solution: %v", a, err)
		}
		seen[model.Characters.FormatSolution(m, a)] = true
		return true
	})
	if err != nil || !result.Complete() || result.Count.Int64() != 248832 || len(seen) != 248832 {
		t.Errorf("%d different grids, result %+v, error %v; expected 248832", len(seen), result, err)
	}
}

func TestSudokuPuzzles(t *testing.T) {
	m := must(model.Sudoku(3, 3))
	s := openSession(t, m)
	puzzles, _ := readTestdata(t, "sudoku-17-clue-3000.txt", m)
	if testing.Short() {
		puzzles = puzzles[:100]
	}
	for _, p := range puzzles {
		if got := len(solve(t, m, s, p.Cube)); got != 1 {
			t.Errorf("line %d: %d solutions, expected one", p.Line, got)
		}
	}
}

func TestUnknownKind(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	m.Constraints = append(m.Constraints, oddConstraint{m.Constraints[0]})
	expectUnsupported(t, m, `"odd"`)
}

// oddConstraint is a constraint of an unregistered kind.
type oddConstraint struct{ model.Constraint }

func (oddConstraint) Kind() string { return "odd" }

func TestUnknownFormula(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	m.Constraints = append(m.Constraints, &model.Rule{Formula: model.Not{Of: oddFormula{model.Is(0, 1)}}})
	expectUnsupported(t, m, "oddFormula")
}

// oddFormula is a formula of an unknown type.
type oddFormula struct{ model.Formula }

func TestTooLarge(t *testing.T) {
	different := func(domains ...model.Domain) *model.Model {
		m := variables(domains...)
		m.Constraints = []model.Constraint{&model.AllDifferent{Vars: m.OutputVars()}}
		return m
	}
	expectUnsupported(t, different(model.Interval(0, 1<<40)), "1099511627776")
	expectUnsupported(t, variables(model.Interval(math.MinInt, math.MaxInt)), "expected no more than")
	expectUnsupported(t, different(slices.Repeat([]model.Domain{model.Interval(0, 1<<28)}, 10)...), "10 variables")
}

func expectUnsupported(t *testing.T, m *model.Model, part string) {
	t.Helper()
	_, err := must(engine.Lookup(space.EngineName)).Open(context.Background(), m, nil)
	var unsupported *engine.UnsupportedError
	if !errors.As(err, &unsupported) || !strings.Contains(err.Error(), part) {
		t.Errorf("error %v, expected an UnsupportedError that speaks of %s", err, part)
	}
}

// TestNoAllocationPerNode runs a search of thousands of nodes: its allocations must not grow with them.
func TestNoAllocationPerNode(t *testing.T) {
	m := must(model.QuasiMagic(2, 2))
	m.Constraints = append(m.Constraints,
		&model.Table{Vars: []model.Var{0, 1}, Tuples: [][]int{{1, 2}}, Forbidden: true},
		&model.Table{Vars: []model.Var{2, 3}, Tuples: [][]int{{1, 2}, {3, 4}, {2, 1}, {4, 3}}},
		&model.Rule{Formula: model.Implies{If: model.Is(4, 1), Then: model.Count{Kind: model.Exactly, K: 1, Of: []model.Formula{model.Is(5, 1), model.Is(15, 2)}}}})
	s := must(open(t.Context(), m, engine.Options{"quick-nodes": "1"}))
	var nodes int64
	allocations := testing.AllocsPerRun(5, func() {
		result := must(s.Run(context.Background(), nil, 0, func(model.Assignment) bool { return true }))
		nodes = result.Effort[0].Value
	})
	if nodes < 50 || allocations > 5 {
		t.Errorf("%v allocations in a run of %d nodes", allocations, nodes)
	}
}
