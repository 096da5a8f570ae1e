package encode

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/encode/answer"
	"qmsat/encode/program"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// programSolvers are commands that solve integer programs, with the format to read and the place of the answer.
var programSolvers = []struct {
	name    string
	write   func(*program.Program, context.Context, io.Writer) error
	command []string
}{
	{"program.lp", (*program.Program).WriteLP, []string{"glpsol", "--lp", "program.lp", "-w", "answer"}},
	{"program.mps", (*program.Program).WriteMPS, []string{"glpsol", "--freemps", "program.mps", "-o", "answer"}},
	{"program.lp", (*program.Program).WriteLP, []string{"cbc", "program.lp", "solve", "solution", "answer"}},
	{"program.mps", (*program.Program).WriteMPS, []string{"cbc", "program.mps", "solve", "solution", "answer"}},
}

// solveProgram returns the assignment that a solver finds, or nil if it finds none.
func solveProgram(t *testing.T, solver int, m *model.Model, cube model.Cube) model.Assignment {
	t.Helper()
	s := programSolvers[solver]
	program, err := program.New(t.Context(), m, cube, Options{})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := s.write(program, t.Context(), &text); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, s.name), text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), s.command[0], s.command[1:]...)
	run.Dir = folder
	if output, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s\n%s", err, output, text.String())
	}
	file, err := os.Open(filepath.Join(folder, "answer"))
	if err != nil {
		t.Fatalf("%v\n%s", err, text.String())
	}
	defer file.Close()
	answer, err := answer.ReadProgram("answer", file, program.ColumnNames(t.Context()))
	if err != nil || answer.Satisfiable == answer.Unsatisfiable {
		t.Fatalf("%v: %+v, error %v\n%s", s.command, answer, err, text.String())
	}
	if answer.Unsatisfiable {
		return nil
	}
	a := make(model.Assignment, len(m.Variables))
	if err := program.Map.Decode(func(l Literal) bool { return slices.Contains(answer.Models[0], max(l, -l)) == (l > 0) }, a); err != nil {
		t.Fatalf("%v: %v\n%s", s.command, err, text.String())
	}
	if err := m.Check(a); err != nil {
		t.Fatalf("%v: %v\n%s", s.command, err, text.String())
	}
	return a
}

// An LP file names its columns first in the order of their numbers: GLPK's raw answers have numbers alone.
func TestColumnsInOrder(t *testing.T) {
	listed := false
	modeltest.CheckUntil(t, "rows that name a column before an earlier one", func() bool { return listed }, func(t *rapid.T) {
		program, err := program.New(t.Context(), modeltest.Random(t), nil, Options{})
		if err != nil {
			t.Skip(err)
		}
		var text strings.Builder
		if err := program.WriteLP(t.Context(), &text); err != nil {
			t.Fatal(err)
		}
		_, rows, _ := strings.Cut(text.String(), " obj:")
		goal, _, _ := strings.Cut(rows, "Subject To")
		names := program.ColumnNames(t.Context())
		next := 0
		for word := range strings.FieldsSeq(rows) {
			if i := slices.Index(names, word); i == next {
				next++
			} else if i > next {
				t.Fatalf("%s stands before %s in\n%s", word, names[next], text.String())
			}
		}
		listed = listed || program.Map.Model.Objective == nil && strings.Count(goal, "+") > 1
	})
}

// TestSolversOfIntegerPrograms has other solvers read both formats: a puzzle, and random models. Their best solutions are as good
// as those of brute force.
func TestSolversOfIntegerPrograms(t *testing.T) {
	if testing.Short() {
		t.Skip("each model is a process")
	}
	sudoku := must(model.Sudoku(3, 3))
	puzzle, solution := model.Cube{}, "693784512487512936125963874932651487568247391741398625319475268856129743274836159"
	for i, digit := range solution {
		if i%3 != 1 {
			puzzle = append(puzzle, model.Given{Var: model.Var(i), Value: int(digit - '0')})
		}
	}
	for i, s := range programSolvers {
		t.Run(strings.Join(s.command[:2], " "), func(t *testing.T) {
			if _, err := exec.LookPath(s.command[0]); err != nil {
				t.Skip(err)
			}
			if a := solveProgram(t, i, sudoku, puzzle); model.Characters.FormatSolution(sudoku, a) != solution {
				t.Errorf("found %v, expected %s", a, solution)
			}
			for seed := range 8 {
				random := rapid.Custom(modeltest.Random).Example(10*i + seed)
				random.Objective = &model.Objective{Maximize: seed%2 == 0, Terms: []model.Term{{Coefficient: 2, Var: 0}}}
				a := solveProgram(t, i, random, nil)
				all := modeltest.BruteForce(random, nil)
				if (a == nil) != (len(all) == 0) {
					t.Fatalf("found %v, brute force %d solutions of %s", a, len(all), random.Name)
				}
				for _, other := range all {
					if random.Objective.Better(random.Objective.Value(other), random.Objective.Value(a)) {
						t.Fatalf("found %v, expected one as good as %v: %v", a, other, modeltest.Text(random))
					}
				}
			}
		})
	}
}
