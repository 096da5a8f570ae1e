package paper

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/order"
)

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// method is one of the four solvers that the paper compares.
type method struct {
	name  string
	rules bool
	order string
}

// methods are in descending order of their published average iterations.
var methods = []method{
	{"no rules, rows", false, "rows"},
	{"no rules, fewest", false, "fewest"},
	{"rules, rows", true, "rows"},
	{"rules, fewest", true, "fewest"},
}

// openModel opens the engine as its users do, through the registry.
func openModel(t testing.TB, m *model.Model, order string) engine.Session {
	t.Helper()
	e, err := engine.Lookup(engineName)
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(context.Background(), m, engine.Options{"order": order})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := session.Close(); err != nil {
			t.Error(err)
		}
	})
	return session
}

// open opens the method on quasi-magic Sudoku with Δ = 2.
func (p method) open(t testing.TB) (*model.Model, engine.Session) {
	t.Helper()
	m := quasiMagic(t, 3, 2)
	if p.rules {
		addAllRules(t, m)
	}
	return m, openModel(t, m, p.order)
}

func sudoku(t testing.TB, boxRows, boxColumns int) *model.Model {
	t.Helper()
	m, err := model.Sudoku(boxRows, boxColumns)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func quasiMagic(t testing.TB, r, delta int) *model.Model {
	t.Helper()
	m, err := model.QuasiMagic(r, delta)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// addAllRules appends all ten rules, for any Δ.
func addAllRules(t testing.TB, m *model.Model) {
	t.Helper()
	for number := 1; number <= model.PruningRuleCount; number++ {
		rule, err := model.PruningRule(m.Grid, number)
		if err != nil {
			t.Fatal(err)
		}
		m.Constraints = append(m.Constraints, rule)
	}
}

// solutionsOf runs a cube without limit, and fails if a solution is wrong or repeated.
func solutionsOf(t testing.TB, m *model.Model, s engine.Session, cube model.Cube) ([]string, engine.Result) {
	t.Helper()
	var solutions []string
	seen := map[string]bool{}
	result, err := s.Run(t.Context(), cube, 0, func(a model.Assignment) bool {
		if err := errors.Join(m.Check(a), m.CheckCube(a, cube)); err != nil {
			t.Fatal(err)
		}
		text := m.Notation().FormatSolution(m, a)
		if seen[text] {
			t.Fatalf("solution %s came twice", text)
		}
		seen[text] = true
		solutions = append(solutions, text)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if !result.Complete() {
		t.Fatal("the search was not exhausted")
	}
	if got := result.Count.Uint64(); got != uint64(len(solutions)) {
		t.Fatalf("count %d, but %d solutions", got, len(solutions))
	}
	return solutions, result
}

// iterationsOf returns the only measure of effort.
func iterationsOf(t testing.TB, result engine.Result) int64 {
	t.Helper()
	if len(result.Effort) != 1 || result.Effort[0].Name != "iterations" {
		t.Fatalf("effort %v, expected iterations alone", result.Effort)
	}
	return result.Effort[0].Value
}

// puzzle is a line of the file of 180 puzzles.
type puzzle struct {
	line     int
	cube     model.Cube
	solution string
}

// readPuzzles reads the 180 quasi-magic puzzles with their solutions.
func readPuzzles(t testing.TB) []puzzle {
	t.Helper()
	var puzzles []puzzle
	for _, p := range modeltest.Puzzles(t, sudoku(t, 3, 3), "quasimagic-180.txt") {
		if len(p.Columns) != 3 {
			t.Fatalf("line %d: %d columns, expected 3", p.Line, len(p.Columns))
		}
		puzzles = append(puzzles, puzzle{p.Line, p.Cube, p.Columns[2]})
	}
	if len(puzzles) != 180 {
		t.Fatalf("%d puzzles, expected 180", len(puzzles))
	}
	return puzzles
}

func TestCountsSmallGrids(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	for _, test := range []struct {
		name  string
		model *model.Model
		count int
	}{
		{"1×1 boxes", sudoku(t, 1, 1), 1},
		{"1×1 boxes, Δ = 0", quasiMagic(t, 1, 0), 1},
		{"2×2 boxes", sudoku(t, 2, 2), 288},
		{"2×2 boxes, Δ = 0", quasiMagic(t, 2, 0), 0},
		{"2×2 boxes, Δ = 1", quasiMagic(t, 2, 1), 0},
		{"2×2 boxes, Δ = 2", quasiMagic(t, 2, 2), 288},
		{"3×3 boxes, Δ = 0", quasiMagic(t, 3, 0), 0},
		{"Latin squares of order 4", sudoku(t, 1, 4), 576},
	} {
		for _, order := range order.Setting.Values() {
			t.Run(test.name+" "+order, func(t *testing.T) {
				solutions, _ := solutionsOf(t, test.model, openModel(t, test.model, order), nil)
				if len(solutions) != test.count {
					t.Errorf("%d solutions, expected %d", len(solutions), test.count)
				}
			})
		}
	}
}

// TestReadsWideWords runs grids whose values fill a word: a solution without a few cells.
func TestReadsWideWords(t *testing.T) {
	const n = 64
	m := quasiMagic(t, 8, model.MaxDelta(8))
	var cube model.Cube
	want := make(model.Assignment, n*n)
	for cell := range want {
		row, column := cell/n, cell%n
		want[cell] = (row%8*8+row/8+column)%n + 1
		if cell%5 != 0 {
			cube = append(cube, model.Given{Var: model.Var(cell), Value: want[cell]})
		}
	}
	if err := m.Check(want); err != nil {
		t.Fatal(err)
	}
	solutions, _ := solutionsOf(t, m, openModel(t, m, "fewest"), cube)
	if !slices.Contains(solutions, model.Numbers.FormatSolution(m, want)) {
		t.Errorf("none of %d solutions is the one that the givens come from", len(solutions))
	}
}

func TestRefusesImpossibleGivens(t *testing.T) {
	plain := quasiMagic(t, 3, 2)
	withRules := quasiMagic(t, 3, 2)
	addAllRules(t, withRules)
	for _, test := range []struct {
		name  string
		model *model.Model
		cube  model.Cube
	}{
		{"twice in a row", plain, model.Cube{{Var: 0, Value: 5}, {Var: 8, Value: 5}}},
		{"two values of a cell", plain, model.Cube{{Var: 0, Value: 5}, {Var: 0, Value: 6}}},
		{"line out of bounds", plain, model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 2}, {Var: 2, Value: 9}}},
		{"value 0", plain, model.Cube{{Var: 0, Value: 0}}},
		{"value 10", plain, model.Cube{{Var: 0, Value: 10}}},
		{"a value past the word", plain, model.Cube{{Var: 0, Value: 1000}}},
		{"rule 1", withRules, model.Cube{{Var: 10, Value: 8}}},
		{"rule 2", withRules, model.Cube{{Var: 1, Value: 5}}},
		{"rule 4", withRules, model.Cube{{Var: 10, Value: 3}, {Var: 40, Value: 3}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, result := solutionsOf(t, test.model, openModel(t, test.model, "fewest"), test.cube)
			if result.Count.Sign() != 0 || iterationsOf(t, result) != 0 {
				t.Errorf("%v, expected no solution and no iteration", result)
			}
		})
	}
}

// TestRulesAreExact compares the rules with the reference in a model that does not imply them: for Δ = 9 the solutions with the
// rules are the solutions without them that the reference accepts.
func TestRulesAreExact(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	free := quasiMagic(t, 3, 9)
	kept, all := make([]int, model.PruningRuleCount), 0
	cubes := without(readPuzzles(t), "345", "567", "128", "289", "347", "237", "146")
	for at, cube := range cubes {
		without, _ := solutionsOf(t, free, openModel(t, free, "rows"), cube)
		all += len(without)
		for number := 1; number <= model.PruningRuleCount; number++ {
			m := quasiMagic(t, 3, 9)
			rule, err := model.PruningRule(m.Grid, number)
			if err != nil {
				t.Fatal(err)
			}
			m.Constraints = append(m.Constraints, rule)
			want := slices.DeleteFunc(slices.Clone(without), func(text string) bool { return !rule.Holds(assignment(text)) })
			got, _ := solutionsOf(t, m, openModel(t, m, "rows"), cube)
			if !slices.Equal(got, want) {
				t.Errorf("cube %d, rule %d: %d solutions, expected %d", at, number, len(got), len(want))
			}
			kept[number-1] += len(got)
		}
	}
	for i, count := range kept {
		if count == 0 || count == all {
			t.Errorf("rule %d kept %d of %d solutions: the test shows nothing", i+1, count, all)
		}
	}
}

// without returns, for some of the puzzles' solutions, the cubes without the cells of each set of digits. The solutions of such a
// cube permute those digits, and so keep some rules and break others.
func without(puzzles []puzzle, sets ...string) []model.Cube {
	var cubes []model.Cube
	every := modeltest.Scale(180, 30)
	for i := 0; i < len(puzzles); i += every {
		for _, digits := range sets {
			var cube model.Cube
			for cell, digit := range puzzles[i].solution {
				if !strings.ContainsRune(digits, digit) {
					cube = append(cube, model.Given{Var: model.Var(cell), Value: int(digit - '0')})
				}
			}
			cubes = append(cubes, cube)
		}
	}
	return cubes
}

// assignment reads a solution written with one digit for each cell.
func assignment(text string) model.Assignment {
	a := make(model.Assignment, len(text))
	for i, c := range text {
		a[i] = int(c - '0')
	}
	return a
}

func TestStops(t *testing.T) {
	m := sudoku(t, 2, 2)
	s := openModel(t, m, "fewest")
	t.Run("at the limit", func(t *testing.T) {
		result, err := s.Run(t.Context(), nil, 7, nil)
		if err != nil || result.Count.Int64() != 7 || result.Complete() {
			t.Errorf("%v, %v, expected 7 solutions, not complete", result, err)
		}
	})
	t.Run("when yield says so", func(t *testing.T) {
		calls := 0
		result, err := s.Run(t.Context(), nil, 0, func(model.Assignment) bool {
			calls++
			return calls < 3
		})
		if err != nil || calls != 3 || result.Count.Int64() != 3 || result.Complete() {
			t.Errorf("%v, %v after %d calls, expected 3 solutions, not complete", result, err, calls)
		}
	})
	t.Run("before it starts", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		result, err := s.Run(ctx, nil, 0, nil)
		if err != nil || result.Count.Sign() != 0 || result.Complete() {
			t.Errorf("%v, %v, expected no solution, not complete", result, err)
		}
	})
	t.Run("and runs again", func(t *testing.T) {
		if solutions, _ := solutionsOf(t, m, s, nil); len(solutions) != 288 {
			t.Errorf("%d solutions, expected 288", len(solutions))
		}
	})
}

func TestStopsWithItsContext(t *testing.T) {
	for _, test := range []struct {
		name  string
		model *model.Model
	}{
		{"9×9", quasiMagic(t, 3, 2)},
		{"64×64", quasiMagic(t, 8, 1)},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := openModel(t, test.model, "fewest")
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
			defer cancel()
			result, err := s.Run(ctx, nil, 0, nil)
			if err != nil || result.Complete() {
				t.Errorf("%v, %v, expected a partial result", result, err)
			}
		})
	}
}

func TestRefusesOtherModels(t *testing.T) {
	extra := sudoku(t, 3, 3)
	extra.Constraints = append(extra.Constraints, model.Sum("cage", 3, 9, 0, 1))
	bare := model.NewGrid(&model.Grid{Rows: 2, Columns: 2}, model.Interval(1, 2))
	without := &model.Model{}
	without.AddVariable("a", model.Interval(1, 2))
	for name, m := range map[string]*model.Model{
		"a further constraint": extra, "no boxes": bare, "no grid": without, "too large": sudoku(t, 5, 13),
	} {
		var unsupported *engine.UnsupportedError
		if _, err := open(context.Background(), m, nil); !errors.As(err, &unsupported) || unsupported.Engine != engineName {
			t.Errorf("%s: %v, expected an UnsupportedError of %s", name, err, engineName)
		}
	}
	if _, err := open(context.Background(), sudoku(t, 2, 2), engine.Options{"order": "columns"}); err == nil {
		t.Error("an unknown order was taken")
	}
}

// TestIterations fixes the effort of single puzzles, so that any change of the search shows.
func TestIterations(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	puzzles := readPuzzles(t)
	for _, golden := range []struct {
		puzzle     int // counting from 0
		iterations [4]int64
	}{
		{179, [4]int64{297, 388, 119, 153}},
		{150, [4]int64{2_285, 3_085, 833, 724}},
		{120, [4]int64{2_336_037, 1_036, 175_563, 442}},
		{90, [4]int64{73_310, 24_190, 16_501, 5_743}},
	} {
		for i, method := range methods {
			t.Run(fmt.Sprintf("puzzle %d, %s", golden.puzzle, method.name), func(t *testing.T) {
				if golden.iterations[i] > 1_000_000 {
					modeltest.OnlyLong(t)
				}
				m, s := method.open(t)
				_, result := solutionsOf(t, m, s, puzzles[golden.puzzle].cube)
				if got := iterationsOf(t, result); got != golden.iterations[i] {
					t.Errorf("%d iterations, expected %d", got, golden.iterations[i])
				}
			})
		}
	}
}

// TestSolvesPublishedKind solves the 180 puzzles with the four methods; all where QMSAT_CONFIRM is set, else those with the most givens.
// The average iterations are in the order of the published table. The published puzzles are lost, so the averages themselves
// cannot be compared.
func TestSolvesPublishedKind(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	puzzles := readPuzzles(t)
	var totals [4]int64
	for i, method := range methods {
		m, s := method.open(t)
		for n, puzzle := range puzzles {
			if n < modeltest.Scale(150, 121, 0) {
				continue
			}
			solutions, result := solutionsOf(t, m, s, puzzle.cube)
			if len(solutions) != 1 || solutions[0] != puzzle.solution {
				t.Fatalf("%s, line %d: solutions %v, expected %s alone", method.name, puzzle.line, solutions, puzzle.solution)
			}
			totals[i] += iterationsOf(t, result)
		}
		t.Logf("%s: %d iterations", method.name, totals[i])
		if modeltest.Long() && i > 0 && totals[i] >= totals[i-1] {
			t.Errorf("%s: %d iterations, %s: %d, expected fewer", method.name, totals[i], methods[i-1].name, totals[i-1])
		}
	}
}

// TestThirdCell checks that both readings find the same, and that removing values out of bounds saves iterations if the order of
// cells does not depend on it.
func TestThirdCell(t *testing.T) {
	m := quasiMagic(t, 3, 2)
	open := func(reading string) engine.Session {
		s, err := open(context.Background(), m, engine.Options{"third-cell": reading, "order": "rows"})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	check, remove := open("check"), open("remove")
	fewer := 0
	for _, puzzle := range readPuzzles(t)[165:] {
		found, checked := solutionsOf(t, m, check, puzzle.cube)
		same, removed := solutionsOf(t, m, remove, puzzle.cube)
		if !slices.Equal(found, same) {
			t.Fatalf("line %d: %d solutions, removing %d", puzzle.line, len(found), len(same))
		}
		a, b := iterationsOf(t, checked), iterationsOf(t, removed)
		if b > a {
			t.Errorf("line %d: %d iterations, removing %d", puzzle.line, a, b)
		}
		if b < a {
			fewer++
		}
	}
	if fewer == 0 {
		t.Error("removing makes no difference")
	}
}

// TestCountsQuasiMagicGrids counts all quasi-magic grids with Δ = 2. It takes minutes, so it runs if QMSAT_CONFIRM is set.
func TestCountsQuasiMagicGrids(t *testing.T) {
	modeltest.OnlyConfirm(t)
	m, s := methods[3].open(t)
	if solutions, _ := solutionsOf(t, m, s, nil); len(solutions) != 248_832 {
		t.Errorf("%d grids, expected 248,832", len(solutions))
	}
}

// TestAllocatesNothingPerNode compares a search of thousands of iterations with one of none.
func TestAllocatesNothingPerNode(t *testing.T) {
	_, s := methods[3].open(t)
	cube := readPuzzles(t)[100].cube
	run := func(cube model.Cube) float64 {
		return testing.AllocsPerRun(5, func() {
			if _, err := s.Run(context.Background(), cube, 0, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	clash := model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 1}}
	if searched, none := run(cube), run(clash); searched > none+1 {
		t.Errorf("%v allocations, %v without a search", searched, none)
	}
}
