package logic

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// TestUniquenessWithNarrowDomains checks the techniques that assume a unique solution if cells have fewer values than the grid: two
// values can be exchanged only in cells that may have both.
func TestUniquenessWithNarrowDomains(t *testing.T) {
	m, givens, err := modeltest.ReadYAML("f.yaml", strings.NewReader(`grid: {boxes: 2x2}
domains: {r1c1: [1, 3]}
givens: {r1c4: 4, r2c2: 4, r2c4: 3, r3c2: 1, r3c3: 3, r3c4: 2, r4c2: 2}
`))
	if err != nil {
		t.Fatal(err)
	}
	solutions := modeltest.BruteForce(m, givens)
	if len(solutions) != 1 || solutions[0][0] != 1 {
		t.Fatalf("%v, expected one solution with r1c1 = 1", solutions)
	}
	found := map[string]int{}
	checkUnique(t, board(t, m), givens, solutions[0], found)
	for seed := range uint64(modeltest.Scale(300, 1500, 20000)) {
		checkNarrow(t, rand.New(rand.NewPCG(seed, 1)), found)
	}
	for _, name := range []string{"unique-rectangle-1", "unique-rectangle-2", "unique-rectangle-3", "unique-rectangle-4"} {
		if found[name] == 0 {
			t.Errorf("%s was never found", name)
		}
	}
}

// checkNarrow draws a puzzle 4×4 with one solution and narrow domains, sometimes with a variable that differs from a cell, and checks it.
func checkNarrow(t *testing.T, r *rand.Rand, found map[string]int) {
	t.Helper()
	m := modeltest.Sudoku(t, 2, 2)
	if r.IntN(2) == 0 {
		x := m.AddVariable("x", model.Interval(1, 2))
		m.Constraints = append(m.Constraints, &model.AllDifferent{Vars: []model.Var{model.Var(r.IntN(16)), x}})
	}
	grids := modeltest.BruteForce(m, nil)
	grid := grids[r.IntN(len(grids))]
	for range 1 + r.IntN(4) {
		v, without := r.IntN(16), 1+r.IntN(4)
		if domain := m.Variables[v].Domain.Minus(model.Values(without)); grid[v] != without && domain.Size() > 1 {
			m.Variables[v].Domain = domain
		}
	}
	var cube model.Cube
	for _, v := range r.Perm(len(grid)) {
		cube = append(cube, model.Given{Var: model.Var(v), Value: grid[v]})
	}
	for _, g := range slices.Clone(cube) { // as few givens as make the solution unique
		left := slices.DeleteFunc(slices.Clone(cube), func(other model.Given) bool { return other == g })
		if len(modeltest.BruteForce(m, left)) == 1 {
			cube = left
		}
	}
	checkUnique(t, board(t, m), cube, grid, found)
}

// checkUnique solves a puzzle with all techniques. On each state it checks the steps of those that assume a unique solution.
func checkUnique(t *testing.T, b *Board, cube model.Cube, solution model.Assignment, found map[string]int) {
	t.Helper()
	state, solver := NewState(b, cube), Solver{Techniques: Techniques()}
	for step := (*Step)(nil); !state.Solved(); state.Apply(step) {
		for _, technique := range solver.Techniques {
			if !technique.Unique {
				continue
			}
			technique.Find(t.Context(), state, func(step *Step) bool {
				found[technique.Name]++
				for _, c := range step.Eliminations {
					if solution[c.Cell] == b.Number(c.Value) {
						t.Fatalf("%s: the solution has it", step.Text(b))
					}
				}
				return true
			})
		}
		if step = solver.Next(t.Context(), state); step == nil {
			return
		}
	}
}
