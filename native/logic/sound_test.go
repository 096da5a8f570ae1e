package logic

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/engine/bruteforce"
	"qmsat/model/modeltest"
	_ "qmsat/native"
)

// TestSound checks each technique's steps, on each state that occurs in the puzzles of testdata, against their solutions. With
// QMSAT_CONFIRM all puzzles are tried, which takes half an hour; otherwise some.
func TestSound(t *testing.T) {
	modeltest.OnlyLong(t)
	for _, c := range []struct {
		file             string
		boxRows, columns int
		delta            int // -1 for plain Sudoku
		rules            bool
		quick, long      int
	}{
		{"sudoku-17-clue-3000.txt", 3, 3, -1, false, 4, 8},
		{"sudoku-top1465.txt", 3, 3, -1, false, 1, 5},
		{"sudoku-hardest-375.txt", 3, 3, -1, false, 1, 2},
		{"sudoku-multi-2000.txt", 3, 3, -1, false, 3, 8},
		{"sudoku-16x16.txt", 4, 4, -1, false, 0, 1},
		{"sudoku-25x25.txt", 5, 5, -1, false, 0, 0},
		{"sudoku-36x36.txt", 6, 6, -1, false, 0, 0},
		{"quasimagic-180.txt", 3, 3, 2, true, 1, 2},
		{"quasimagic-delta3.txt", 3, 3, 3, false, 1, 2},
		{"quasimagic-delta4.txt", 3, 3, 4, false, 0, 2},
		{"quasimagic-delta5.txt", 3, 3, 5, false, 0, 2},
		{"quasimagic-delta6.txt", 3, 3, 6, false, 0, 2},
		{"quasimagic-delta7.txt", 3, 3, 7, false, 0, 2},
		{"quasimagic-delta8.txt", 3, 3, 8, false, 0, 2},
	} {
		t.Run(c.file, func(t *testing.T) {
			m, err := model.Sudoku(c.boxRows, c.columns)
			if c.delta >= 0 {
				m, err = model.QuasiMagic(c.boxRows, c.delta)
			}
			if err == nil && c.rules {
				err = model.AddPruningRules(m, []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
			}
			if err != nil {
				t.Fatal(err)
			}
			cubes := modeltest.Cubes(t, m, c.file)
			switch {
			case modeltest.Confirms():
			case modeltest.Long():
				cubes = cubes[:min(c.long, len(cubes))]
			default:
				cubes = cubes[:c.quick]
			}
			if len(cubes) == 0 {
				t.Skip("takes long")
			}
			checkSound(t, board(t, m), cubes)
		})
	}
}

// TestModelsSound does the same for other models: regions, cages, sums, tables, rules, graphs.
func TestModelsSound(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "..", "testdata", "models", "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			if filepath.Base(file) == "killer-9.yaml" || filepath.Base(file) == "mixed-9.yaml" {
				modeltest.OnlyConfirm(t)
			}
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			m, givens, err := modeltest.ReadYAML(file, f)
			if err != nil {
				t.Fatal(err)
			}
			checkSound(t, board(t, m), []model.Cube{givens})
		})
	}
}

// TestRandomSound does the same for random models of every kind, compared with brute force.
func TestRandomSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		b, err := NewBoard(context.Background(), m)
		if err != nil {
			return
		}
		cube := modeltest.RandomCube(t, m)
		s := soundness{b, bruteforce.Solutions(allOutputs(m), cube), map[string]int{}}
		s.check(t, cube)
	})
}

// allOutputs returns the model with every variable an output.
func allOutputs(m *model.Model) *model.Model {
	all := *m
	all.Outputs = nil
	return &all
}

// checkSound checks puzzles of a board, and logs how often each technique was found.
func checkSound(t *testing.T, b *Board, cubes []model.Cube) {
	t.Helper()
	found, solve := map[string]int{}, solutionsBy(t, allOutputs(b.Model))
	for _, cube := range cubes {
		s := soundness{b, solve(cube), found}
		s.check(t, cube)
	}
	t.Log(found)
}

// soundness is a puzzle with all its solutions.
type soundness struct {
	*Board
	solutions []model.Assignment
	found     map[string]int
}

// check solves the puzzle with all allowed techniques. On each state without singles it checks the steps of each technique
// against the solutions.
func (k soundness) check(t interface{ Fatalf(string, ...any) }, cube model.Cube) {
	ctx, state, solver := context.Background(), NewState(k.Board, cube), Solver{Techniques: Default()}
	if len(k.solutions) == 1 {
		solver.Techniques = Techniques()
	}
	possible := make([]uint64, len(k.domains))
	for _, a := range k.solutions {
		for v, number := range a {
			possible[v] |= 1 << k.valueOf(number)
		}
	}
	hold := func(step *Step) bool {
		k.found[step.Technique.Name]++
		for _, c := range step.Placements {
			if possible[c.Cell]&^(1<<c.Value) != 0 {
				t.Fatalf("%s: some solution has another value", step.Text(k.Board))
			}
		}
		for _, c := range step.Eliminations {
			if possible[c.Cell]>>c.Value&1 != 0 {
				t.Fatalf("%s: some solution has it", step.Text(k.Board))
			}
		}
		if slices.ContainsFunc(slices.Concat(step.Eliminations, step.Placements), func(c Candidate) bool { return !state.has(c.Cell, c.Value) }) {
			t.Fatalf("%s: that candidate is not there", step.Text(k.Board))
		}
		if wrong := wrongWords(k.Board, step); wrong != "" {
			t.Fatalf("%s", wrong)
		}
		return true
	}
	for !state.Solved() && !state.Broken() {
		step := solver.Next(ctx, state)
		if step == nil {
			return
		}
		if step.Technique.Level > Easy {
			for _, technique := range solver.Techniques {
				technique.Find(ctx, state, hold)
			}
		}
		hold(step)
		state.Apply(step)
	}
	if state.Broken() && len(k.solutions) > 0 {
		t.Fatalf("broken, but there is a solution")
	}
	solution, solved := state.Solution()
	if solved && !slices.ContainsFunc(k.solutions, func(a model.Assignment) bool { return slices.Equal(a, solution) }) {
		t.Fatalf("%v is no solution", solution)
	}
}

// mostSolutions is the most solutions of a puzzle to ask for.
const mostSolutions = 100_000

// solutionsBy returns a function that finds the solutions of a cube with the engine native.
func solutionsBy(t testing.TB, m *model.Model) func(model.Cube) []model.Assignment {
	t.Helper()
	e, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	session, err := e.Open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	return func(cube model.Cube) (found []model.Assignment) {
		_, err := session.Run(context.Background(), cube, mostSolutions, func(a model.Assignment) bool {
			found = append(found, slices.Clone(a))
			return true
		})
		if err != nil || len(found) == mostSolutions {
			t.Fatalf("%d solutions, %v", len(found), err)
		}
		return found
	}
}
