package encode

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qmsat/encode/answer"
	"qmsat/model"
	"qmsat/model/modeltest"
)

// The exit statuses of SAT solvers; clasp adds 20 if it has searched everything.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
)

// solveFile runs an installed solver on a file, or skips the test if it is missing.
func solveFile(t *testing.T, file string, command ...string) (output string, status int) {
	t.Helper()
	path, err := exec.LookPath(command[0])
	if err != nil {
		t.Skipf("%s is not installed", command[0])
	}
	name := filepath.Join(t.TempDir(), "formula.cnf")
	if err := os.WriteFile(name, []byte(file), 0o644); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	run := exec.Command(path, append(command[1:], name)...)
	run.Stdout, run.Stderr = &out, &out
	err = run.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return out.String(), run.ProcessState.ExitCode()
}

// smallSums returns Sudoku 4×4 with some sums of cells, and a puzzle that has one solution because of them.
func smallSums() (*model.Model, quasiMagicPuzzle) {
	m := must(model.Sudoku(2, 2))
	var cube model.Cube
	for v, value := range []int{1, 2, 3, 4, 3, 4, 1, 2, 2} {
		cube = append(cube, model.Given{Var: model.Var(v), Value: value})
	}
	m.Constraints = append(m.Constraints, model.Sum("", 3, 5, 0, 4), model.Sum("", 3, 3, 8, 9), model.Sum("", 4, 7, 12, 13))
	return m, quasiMagicPuzzle{cube: cube, solution: "1234341221434321"}
}

func TestSolversOfTheMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("runs other solvers with every encoding")
	}
	m, p := smallSums()
	if modeltest.Long() {
		m = must(model.QuasiMagic(3, 2))
		p = quasiMagicPuzzles(t, m)[100]
	}
	for _, command := range [][]string{{"cadical"}, {"clasp", "--outf=1"}} {
		t.Run(command[0], func(t *testing.T) {
			for options := range eachOptions {
				file := export(t, m, options, p.cube)
				output, status := solveFile(t, file, command...)
				if status != exitSatisfiable {
					t.Fatalf("%v: exit status %d\n%s", options, status, output)
				}
				if got := decodeAll(t, file, output); len(got) != 1 || got[0] != p.solution {
					t.Errorf("%v: decoded %v, expected %s", options, got, p.solution)
				}
			}
			clash := model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 1}}
			for _, cube := range []model.Cube{clash, {{Var: 0, Value: 10}}} {
				output, status := solveFile(t, export(t, m, Options{}, cube), command...)
				answer, err := answer.Read("output", strings.NewReader(output))
				if status != exitUnsatisfiable || err != nil || !answer.Unsatisfiable || answer.Models != nil {
					t.Errorf("givens %v: exit status %d, answer %v, error %v", cube, status, answer, err)
				}
			}
		})
	}
}

// claspModels makes clasp list the models of a formula, projected if the file says so. clasp 3.3 has a word of its own for the
// line "c p show".
func claspModels(t *testing.T, m *model.Model, options Options, cube model.Cube) []string {
	file := export(t, m, options, cube)
	output, _ := solveFile(t, strings.Replace(file, "\nc p show ", "\nc project ", 1),
		"clasp", "--outf=1", "--parse-ext", "--project", "-n", "0")
	return decodeAll(t, file, output)
}

// TestClaspEnumerates makes clasp list all models: they are different, and as many as the solutions.
func TestClaspEnumerates(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	cube, want := model.Cube{{Var: 0, Value: 1}, {Var: 15, Value: 1}}, 18
	if modeltest.Long() {
		cube, want = nil, 288
	}
	for options := range eachOptions {
		got := claspModels(t, m, options, cube)
		slices.Sort(got)
		if distinct := len(slices.Compact(slices.Clone(got))); len(got) != want || distinct != want {
			t.Errorf("%v: %d models, %d of them distinct, expected %d", options, len(got), distinct, want)
		}
	}
	rules := must(model.Sudoku(1, 3))
	rules.Constraints = append(rules.Constraints, &model.Rule{Formula: model.Count{Kind: model.AtLeast, K: 2, Of: []model.Formula{
		model.Is(0, 1), model.Is(4, 1, 2), model.Is(8, 3), model.And{model.Is(1, 2), model.Is(3, 2)},
	}}})
	want = len(modeltest.BruteForce(rules, nil))
	for _, name := range RuleEncodings.Names() {
		if got := claspModels(t, rules, Options{Rules: name}, nil); len(got) != want || want == 0 || want == 12 {
			t.Errorf("%s: %d models, expected %d", name, len(got), want)
		}
	}
}

// TestOptimizedFilesDecode has cadical solve files in which givens have no variable: decoding still prints whole grids.
func TestOptimizedFilesDecode(t *testing.T) {
	m := must(model.QuasiMagic(3, 2))
	puzzles := quasiMagicPuzzles(t, m)
	var solved model.Cube
	for i, digit := range puzzles[0].solution {
		solved = append(solved, model.Given{Var: model.Var(i), Value: int(digit - '0')})
	}
	for _, cells := range []string{"optimized", "optimized-fixpoint"} {
		for _, test := range []struct {
			cube model.Cube
			want string
		}{
			{puzzles[0].cube, puzzles[0].solution}, {puzzles[150].cube, puzzles[150].solution}, {solved, puzzles[0].solution},
		} {
			file := export(t, m, Options{Cells: cells}, test.cube)
			if fixed := strings.Count(file, "\nc fix "); fixed < len(test.cube) {
				t.Errorf("%s: %d lines c fix, expected one for each of %d givens", cells, fixed, len(test.cube))
			}
			output, status := solveFile(t, file, "cadical")
			if got := decodeAll(t, file, output); status != exitSatisfiable || len(got) != 1 || got[0] != test.want {
				t.Errorf("%s: status %d, decoded %v, expected %s", cells, status, got, test.want)
			}
		}
		clash := model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 1}}
		output, status := solveFile(t, export(t, m, Options{Cells: cells}, clash), "cadical")
		if answer, err := answer.Read("output", strings.NewReader(output)); err != nil || status != exitUnsatisfiable || !answer.Unsatisfiable {
			t.Errorf("%s: a clash: status %d, %v, error %v", cells, status, answer, err)
		}
	}
}
