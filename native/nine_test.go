package native

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// twins opens a model for both searches. The specialised one must use the solver of the given type.
func twins(t fataler, m *model.Model, solver string) (tuned, general engine.Session) {
	t.Helper()
	tuned = openSession(t, m)
	s, ok := tuned.(*nineSession)
	if !ok {
		t.Fatalf("no tuned search for %s", m.Name)
	}
	if got := fmt.Sprintf("%T", s.solver); got != "*nine."+solver {
		t.Fatalf("%s is searched by %s, expected %s", m.Name, got, solver)
	}
	return tuned, must(openGeneral(context.Background(), m, nil))
}

// sameAsTwin runs a cube by both searches, checks each solution, and returns their number. If there are more than limit, it looks
// only at the first ones of each.
func sameAsTwin(t fataler, m *model.Model, tuned, general engine.Session, cube model.Cube, limit uint64) int {
	t.Helper()
	collect := func(s engine.Session) []string {
		var keys []string
		result, err := s.Run(context.Background(), cube, limit, func(a model.Assignment) bool {
			if err := m.Check(a); err != nil {
				t.Fatalf("%v is no solution: %v", a, err)
			}
			if err := m.CheckCube(a, cube); err != nil {
				t.Fatalf("%v does not meet the cube: %v", a, err)
			}
			keys = append(keys, modeltest.Key(m, a))
			return true
		})
		if err != nil || result.Complete() != (uint64(len(keys)) < limit) || result.Count.Int64() != int64(len(keys)) {
			t.Fatalf("cube %v: result %+v, error %v, %d solutions yielded", cube, result, err, len(keys))
		}
		slices.Sort(keys)
		if found := len(keys); len(slices.Compact(keys)) != found {
			t.Fatalf("cube %v: a solution was found twice", cube)
		}
		return keys
	}
	got, want := collect(tuned), collect(general)
	if len(got) != len(want) || uint64(len(got)) < limit && !slices.Equal(got, want) {
		t.Fatalf("cube %v: %d solutions, the general search has %d, or others", cube, len(got), len(want))
	}
	return len(got)
}

func quasiMagic(delta int) *model.Model { return must(model.QuasiMagic(3, delta)) }

// TestNineOnFiles runs puzzles of testdata by both searches.
func TestNineOnFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	for _, test := range []struct {
		file   string
		model  *model.Model
		solver string
		every  int
	}{
		{"sudoku-17-clue-3000.txt", must(model.Sudoku(3, 3)), "Bands", 10},
		{"sudoku-top1465.txt", must(model.Sudoku(3, 3)), "Bands", 10},
		{"sudoku-hardest-375.txt", must(model.Sudoku(3, 3)), "Bands", 25},
		{"sudoku-multi-2000.txt", must(model.Sudoku(3, 3)), "Bands", 50},
		{"quasimagic-180.txt", quasiMagic(2), "Boxes", 1},
		{"quasimagic-delta4.txt", quasiMagic(4), "Boxes", 6},
		{"quasimagic-delta6.txt", quasiMagic(6), "Bands", 1},
		{"quasimagic-delta8.txt", quasiMagic(8), "Bands", 1},
	} {
		t.Run(test.file, func(t *testing.T) {
			tuned, general := twins(t, test.model, test.solver)
			puzzles, _ := readTestdata(t, test.file, test.model)
			if len(puzzles) == 0 {
				t.Fatal("no puzzles")
			}
			if !modeltest.Long() {
				test.every *= 4
			}
			for i := 0; i < len(puzzles); i += test.every {
				sameAsTwin(t, test.model, tuned, general, puzzles[i].Cube, 1001)
			}
		})
	}
}

// randomGivens returns some givens of a grid, sometimes with a wrong one.
func randomGivens(t *rapid.T, grid model.Assignment, fewest int) model.Cube {
	var cube model.Cube
	order := rapid.Permutation(rangeOf(81)).Draw(t, "cells")
	for _, cell := range order[:rapid.IntRange(fewest, 81).Draw(t, "givens")] {
		cube = append(cube, model.Given{Var: model.Var(cell), Value: grid[cell]})
	}
	if rapid.IntRange(0, 3).Draw(t, "wrong") == 0 {
		cube = append(cube, model.Given{
			Var: model.Var(rapid.IntRange(0, 80).Draw(t, "cell")), Value: rapid.IntRange(0, 10).Draw(t, "value")})
	}
	return cube
}

func rangeOf(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// firstGrid returns a solution of the model, another one for each seed.
func firstGrid(t fataler, m *model.Model, seed uint64) model.Assignment {
	t.Helper()
	s := openSession(t, m)
	random := rand.New(rand.NewPCG(seed, 0))
	for {
		var cube model.Cube
		for cell, value := range random.Perm(9)[:3] {
			cube = append(cube, model.Given{Var: model.Var(10 * cell), Value: value + 1})
		}
		var grid model.Assignment
		must(s.Run(context.Background(), cube, 1, func(a model.Assignment) bool {
			grid = slices.Clone(a)
			return true
		}))
		if grid != nil {
			return grid
		}
	}
}

// TestNineOnRandomGivens runs cubes around grids of every Δ by both searches; of every third Δ if time is short.
func TestNineOnRandomGivens(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	for delta := 2; delta <= 9; delta++ {
		if delta%3 > 0 && !modeltest.Long() {
			continue
		}
		m, solver, fewest := quasiMagic(delta), "Boxes", 24
		if modeltest.Long() {
			fewest = 20
		}
		if delta > 4 {
			solver = "Bands"
		}
		t.Run(fmt.Sprint(delta), func(t *testing.T) {
			tuned, general := twins(t, m, solver)
			var grids []model.Assignment
			for seed := range uint64(5) {
				grids = append(grids, firstGrid(t, m, seed))
			}
			found := 0
			modeltest.CheckUntil(t, "a cube has a solution", func() bool { return found > 0 }, func(t *rapid.T) {
				grid := grids[rapid.IntRange(0, len(grids)-1).Draw(t, "grid")]
				found += sameAsTwin(t, m, tuned, general, randomGivens(t, grid, fewest), 101)
			})
		})
	}
}

// withRandomBoxes returns plain Sudoku with constraints of every kind within its boxes, all met by the grid. Each box has at
// least three sums, so that its fillings are few enough to list.
func withRandomBoxes(grid model.Assignment, random *rand.Rand) *model.Model {
	m := must(model.Sudoku(3, 3))
	for i := range 36 {
		cells := m.Grid.Houses()[18+i%9].Cells
		positions := random.Perm(9)
		a, b, c := cells[positions[0]], cells[positions[1]], cells[positions[2]]
		sum := grid[a] + grid[b] + grid[c]
		kind := 0
		if i >= 27 {
			kind = i % 4
		}
		switch kind {
		case 0:
			m.Constraints = append(m.Constraints, model.Sum("", sum-2, sum+1, a, b, c))
		case 1:
			m.Constraints = append(m.Constraints, &model.Table{Vars: []model.Var{a, b},
				Tuples: [][]int{{grid[a], grid[b]}, {grid[b], grid[a]}, {grid[a], grid[c]}}})
		case 2:
			m.Constraints = append(m.Constraints, &model.Rule{Formula: model.Implies{If: model.Is(a, grid[a]), Then: model.Is(b, grid[b])}})
		case 3:
			m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: []model.Var{a, b, c}})
		}
	}
	return m
}

// TestNineOnRandomBoxes runs models with random constraints within boxes by both searches.
func TestNineOnRandomBoxes(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	grid := firstGrid(t, must(model.Sudoku(3, 3)), 1)
	random := rand.New(rand.NewPCG(1, 0))
	models := modeltest.Scale(2, 5)
	for range models {
		m := withRandomBoxes(grid, random)
		tuned, general := twins(t, m, "Boxes")
		solved := 0
		modeltest.CheckUntil(t, "a cube has a solution", func() bool { return solved > 0 }, func(t *rapid.T) {
			solved += sameAsTwin(t, m, tuned, general, randomGivens(t, grid, 20), 101)
		})
	}
}

// TestNoTunedSearch has models that are nearly 9×9 Sudoku.
func TestNoTunedSearch(t *testing.T) {
	across := must(model.Sudoku(3, 3))
	across.Constraints = append(across.Constraints, model.Sum("", 1, 15, 2, 3))
	projected := must(model.Sudoku(3, 3))
	projected.Outputs = []model.Var{0}
	narrow := must(model.Sudoku(3, 3))
	narrow.Variables[80].Domain = model.Interval(1, 8)
	loose := must(model.Sudoku(3, 3))
	loose.Constraints = loose.Constraints[1:]
	rules := quasiMagic(2)
	if err := model.AddPruningRules(rules, []int{3}); err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]*model.Model{
		"a constraint across boxes": across, "outputs": projected, "another domain": narrow, "a row left out": loose,
		"a rule across boxes": rules, "other boxes": must(model.Sudoku(1, 9)), "16×16": must(model.Sudoku(4, 4)),
	} {
		if s := must(openNine(t.Context(), m, nil)); s != nil {
			t.Errorf("%s: a tuned search, expected none", name)
		}
	}
}

// TestNineStops ends long searches of each sort by a context, after some solutions.
func TestNineStops(t *testing.T) {
	for _, m := range []*model.Model{must(model.Sudoku(3, 3)), quasiMagic(4), quasiMagic(7)} {
		session := openSession(t, m)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		found := 0
		result, err := session.Run(ctx, nil, 0, func(model.Assignment) bool {
			if found++; found == 100 {
				cancel()
			}
			return true
		})
		if err != nil || result.Outcome != engine.CutOff || found < 100 || found > 10000 {
			t.Errorf("%s: result %+v after %d solutions, error %v; expected a hundred and some more", m.Name, result, found, err)
		}
	}
}

// TestNineAllocatesNothing runs searches of thousands of nodes without allocation.
func TestNineAllocatesNothing(t *testing.T) {
	for _, m := range []*model.Model{must(model.Sudoku(3, 3)), quasiMagic(2), quasiMagic(7)} {
		s := openSession(t, m)
		nodes := int64(0)
		run := func() {
			result := must(s.Run(context.Background(), nil, 3000, func(model.Assignment) bool { return true }))
			nodes = result.Effort[0].Value
		}
		run()
		if allocations := testing.AllocsPerRun(3, run); nodes < 3000 || allocations > 5 {
			t.Errorf("%s: %v allocations in a run of %d nodes", m.Name, allocations, nodes)
		}
	}
}

// TestVectorBits runs puzzles with each width of vectors that a limit allows, and without: the results are the same, nodes and all.
func TestVectorBits(t *testing.T) {
	for file, m := range map[string]*model.Model{"sudoku-multi-2000.txt": must(model.Sudoku(3, 3)), "quasimagic-delta4.txt": quasiMagic(4)} {
		puzzles, _ := readTestdata(t, file, m)
		var want []string
		for _, bits := range []string{"0", "256", "512"} {
			s := must(open(t.Context(), m, engine.Options{"vector-bits": bits}))
			if _, ok := s.(*nineSession); !ok {
				t.Fatalf("%s: %T, expected the search for 9×9", file, s)
			}
			var got []string
			for _, p := range puzzles[:20] {
				line := ""
				result, err := s.Run(t.Context(), p.Cube, 5, func(a model.Assignment) bool {
					line += modeltest.Key(m, a) + "\n"
					return true
				})
				if err != nil {
					t.Fatal(err)
				}
				got = append(got, fmt.Sprintf("%v %v\n%s", result.Count, result.Effort, line))
			}
			if want == nil {
				want = got
			} else if !slices.Equal(got, want) {
				t.Errorf("%s, %s bits: %v, expected %v", file, bits, got, want)
			}
		}
	}
}
