package logic

import (
	"context"
	"slices"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	_ "qmsat/native"
)

// sudoku is the board of plain 9×9 Sudoku.
func sudoku(t testing.TB) *Board {
	t.Helper()
	m, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	return board(t, m)
}

func board(t testing.TB, m *model.Model) *Board {
	t.Helper()
	b, err := NewBoard(m)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func named(t testing.TB, names ...string) *Solver {
	t.Helper()
	list, err := Named(names)
	if err != nil {
		t.Fatal(err)
	}
	return &Solver{list}
}

// TestSolvedShares counts which of the puzzles with 17 givens some techniques solve. The figures were measured by programs of others,
// too.
func TestSolvedShares(t *testing.T) {
	b := sudoku(t)
	cubes := modeltest.Cubes(t, b.Model, "sudoku-17-clue-3000.txt")
	for _, c := range []struct {
		techniques []string
		solved     int
	}{
		{[]string{"naked-single"}, 0},
		{[]string{"naked-single", "hidden-single"}, 1429},
		{[]string{"naked-single", "hidden-single", "locked"}, 2393},
	} {
		solver, solved := named(t, c.techniques...), 0
		for _, cube := range cubes {
			state := NewState(b, cube)
			solver.Solve(context.Background(), state, nil)
			if _, is := state.Solution(); is {
				solved++
			}
		}
		if solved != c.solved {
			t.Errorf("%v: %d solved, expected %d", c.techniques, solved, c.solved)
		}
	}
}

// TestText holds steps to HoDoKu's way of writing.
func TestText(t *testing.T) {
	b := sudoku(t)
	for _, c := range []struct {
		step Step
		text string
	}{
		{Step{Technique: techniques["hidden-single"], Placements: []Candidate{{74, 6}}}, "Hidden Single: r9c3=7"},
		{
			Step{
				Technique: techniques["locked-triple"], Values: []int{3, 5, 7}, Cells: []model.Var{54, 55, 56},
				Eliminations: []Candidate{{58, 3}, {73, 3}, {58, 5}, {61, 5}, {62, 5}, {64, 5}, {73, 5}},
			},
			"Locked Triple: 4,6,8 in r7c123 => r7c5,r9c2<>4, r7c589,r89c2<>6",
		},
		{
			Step{
				Technique: techniques["x-wing"], Values: []int{5}, Houses: []int{11, 16}, Covers: []int{4, 8},
				Eliminations: []Candidate{{40, 5}, {73, 5}},
			},
			"X-Wing: 6 c38 r59 => r5c5,r9c2<>6",
		},
	} {
		if text := c.step.Text(b); text != c.text {
			t.Errorf("found %q, expected %q", text, c.text)
		}
	}
}

// TestSound holds each elimination and placement of each technique, tried on every state without singles that comes up, against the
// solution.
func TestSound(t *testing.T) {
	b := sudoku(t)
	cubes := modeltest.Cubes(t, b.Model, "sudoku-top1465.txt")
	if !modeltest.Long() {
		cubes = cubes[:20]
	}
	solve, found := solutionsBy(t, b.Model), map[string]int{}
	for _, cube := range cubes {
		checkSound(t, b, cube, solve(cube), found)
	}
	t.Log(found)
}

// checkSound solves a puzzle by all techniques, and holds what they find against its only solution.
func checkSound(t *testing.T, b *Board, cube model.Cube, solution model.Assignment, found map[string]int) {
	t.Helper()
	ctx, state, solver := context.Background(), NewState(b, cube), Solver{Techniques()}
	check := func(step *Step) bool {
		found[step.Technique.Name]++
		wrong := slices.ContainsFunc(step.Placements, func(c Candidate) bool { return solution[c.Cell] != b.Number(c.Value) }) ||
			slices.ContainsFunc(step.Eliminations, func(c Candidate) bool { return solution[c.Cell] == b.Number(c.Value) })
		if wrong {
			t.Fatalf("%s: the solution is %v", step.Text(b), solution)
		}
		if slices.ContainsFunc(slices.Concat(step.Eliminations, step.Placements), func(c Candidate) bool { return !state.has(c.Cell, c.Value) }) {
			t.Fatalf("%s: that candidate is not there", step.Text(b))
		}
		return true
	}
	for !state.Solved() {
		step := solver.Next(ctx, state)
		if step == nil {
			return
		}
		if step.Technique.Level > Easy {
			for _, technique := range solver.Techniques {
				technique.Find(ctx, state, check)
			}
		}
		check(step)
		state.Apply(step)
	}
}

// solutionsBy returns a function that finds a solution of a cube by the engine native.
func solutionsBy(t testing.TB, m *model.Model) func(model.Cube) model.Assignment {
	t.Helper()
	e, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(cube model.Cube) (found model.Assignment) {
		_, err := session.Run(context.Background(), cube, 1, func(a model.Assignment) bool {
			found = slices.Clone(a)
			return true
		})
		if err != nil || found == nil {
			t.Fatalf("no solution: %v", err)
		}
		return found
	}
}
