package sat

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/encode/sat/solvertest"
	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// solverWord, as the first argument, makes the test's own process a solver.
const solverWord = "solver"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == solverWord {
		os.Exit(solvertest.Main(os.Args[2:], os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// solverEngine returns the engine that runs this test's process as a solver.
func solverEngine(t rapid.TB, mode string) *engine.Engine {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return engineNamed(t, "exec:'"+path+"' "+solverWord+" "+mode)
}

// hidden is a 4×4 grid with three fixed values; only some cells are outputs.
func hidden() *model.Model {
	m := must(model.Sudoku(2, 2))
	m.Constraints = append(m.Constraints, &model.Rule{Formula: model.And{model.Is(0, 1), model.Is(5, 2), model.Is(10, 3)}})
	m.Outputs = []model.Var{1, 2, 3}
	return m
}

// TestExecSolves makes a process enumerate, several cubes in one session.
func TestExecSolves(t *testing.T) {
	m := must(model.Sudoku(2, 2))
	row := model.Cube{{Var: 0, Value: 1}, {Var: 1, Value: 2}, {Var: 2, Value: 3}, {Var: 3, Value: 4}}
	cubes := []model.Cube{
		row, {{Var: 0, Value: 1}, {Var: 1, Value: 1}}, {{Var: 0, Value: 9}}, append(row[:4:4], model.Given{Var: 4, Value: 3}), row,
	}
	if !modeltest.Confirms() {
		cubes = cubes[1:4] // each solution is a process
	}
	for _, mode := range []string{"solve", "quiet", "minisat {} {solution}"} {
		for _, cells := range []string{"extended", "optimized"} {
			if !modeltest.Long() && (mode == "quiet") != (cells == "optimized") {
				continue
			}
			session := open(t, solverEngine(t, mode), m, engine.Options{"encoding": cells})
			native := open(t, engineNamed(t, "gini"), m, nil)
			for _, cube := range cubes {
				if diff := cmp.Diff(solutions(t, native, m, cube), solutions(t, session, m, cube)); diff != "" {
					t.Errorf("%s, %s, cube %v (-gini +%s):\n%s", mode, cells, cube, mode, diff)
				}
			}
			result, err := session.Run(context.Background(), row, 3, nil)
			if err != nil || result.Complete() || result.Count.Int64() != 3 || effortOf(result, "solves") != 3 {
				t.Errorf("%s with a limit: %+v, error %v", mode, result, err)
			}
		}
	}
	h := hidden()
	if diff := cmp.Diff(solutions(t, open(t, engineNamed(t, "gini"), h, nil), h, nil),
		solutions(t, open(t, solverEngine(t, "solve"), h, nil), h, nil)); diff != "" {
		t.Errorf("projected (-gini +solve):\n%s", diff)
	}
}

// TestExecCounts makes a model counter count random models in any encoding, compared with brute force.
func TestExecCounts(t *testing.T) {
	modeltest.OnlyLong(t)
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	counter := solverEngine(t, "arb")
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Random(t)
		cube := modeltest.RandomCube(t, m)
		options := engine.Options{}
		for _, s := range Settings() {
			options[s.Name] = rapid.SampledFrom(s.Values()).Draw(t, s.Name)
		}
		want := len(modeltest.BruteForce(m, cube))
		result, err := open(t, counter, m, options).Run(context.Background(), cube, 0, func(model.Assignment) bool {
			t.Fatal("a counter lists a solution")
			return false
		})
		if err != nil || !result.Complete() || result.Count.Int64() != int64(want) {
			t.Fatalf("%+v, error %v, expected %d", result, err, want)
		}
		if !result.Unlisted && want > 0 {
			t.Fatalf("%+v, expected that it says that it lists nothing", result)
		}
	})
	m := must(model.Sudoku(1, 3))
	for mode, e := range map[string]*engine.Engine{"arb": counter, "mc": solverEngine(t, "mc")} {
		for limit, want := range map[uint64]int64{0: 12, 13: 12, 12: 12, 5: 5} {
			result, err := open(t, e, m, nil).Run(context.Background(), nil, limit, nil)
			if err != nil || result.Count.Int64() != want || result.Complete() != (limit == 0 || limit == 13) {
				t.Errorf("%s with limit %d: %+v, error %v, expected %d", mode, limit, result, err, want)
			}
		}
	}
}

// TestExecRefuses has commands that fail: each gives a one-line error that says how, and leaves nothing behind.
func TestExecRefuses(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	m := must(model.Sudoku(2, 2))
	for mode, want := range map[string]string{
		"crash":                       "ended with exit status 1, expected 10 or 20, or 0: out of memory",
		"killed":                      "was killed by a signal",
		"silent":                      "gave no answer, expected an s line, or exit status 10 or 20",
		"modelless":                   "prints no model in v lines",
		"unsatisfiable {} {solution}": "wrote no file in place of {solution}",
		"contradicting":               "finds the formula both satisfiable and unsatisfiable",
		"garbled":                     `:2: found "two", expected a literal`,
		"ones":                        "its answer is not a solution: ",
		"repeating":                   "it was found before, and is excluded by a clause",
	} {
		if runtime.GOOS == "windows" && mode == "killed" {
			continue // no signals
		}
		found := 0
		result, err := open(t, solverEngine(t, mode), m, nil).Run(context.Background(), nil, 0, func(a model.Assignment) bool {
			found++
			return m.Check(a) == nil
		})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, expected %s", mode, err, want)
		}
		if result.Complete() || result.Count.Int64() != int64(found) || mode == "repeating" != (found > 0) {
			t.Errorf("%s: %+v after %d solutions", mode, result, found)
		}
	}
	if _, err := open(t, solverEngine(t, "mc"), hidden(), nil).Run(context.Background(), nil, 0, nil); err == nil ||
		!strings.Contains(err.Error(), "does not say that it projected them") {
		t.Errorf("a counter that does not project: error %v", err)
	}
	var unsupported *engine.UnsupportedError
	if _, err := engineNamed(t, "exec:no-such-solver -q").Open(context.Background(), m, nil); !errors.As(err, &unsupported) {
		t.Errorf("a command that is not there: error %v", err)
	}
	for name, want := range map[string]string{"exec:": "no command", "exec: ": "no command", "exec:a 'b": "ends within a quote"} {
		if _, err := engine.Lookup(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, expected %s", name, err, want)
		}
	}
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("left in the folder of temporary files: %v, error %v", left, err)
	}
}

// TestExecIsKilled ends the context of a run whose process has started another one and ignores the signal: both soon end.
func TestExecIsKilled(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("process groups are ended on Linux alone")
	}
	m := must(model.Sudoku(2, 2))
	file := filepath.Join(t.TempDir(), "pid")
	session := open(t, solverEngine(t, "hang {} "+file), m, nil)
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		for {
			if text, err := os.ReadFile(file); err == nil && len(text) > 0 {
				break
			}
			time.Sleep(5 * time.Millisecond)
		}
		cancel()
	}()
	result, err := session.Run(ctx, nil, 0, nil)
	if err != nil || result.Complete() || result.Count.Sign() != 0 {
		t.Errorf("%+v, error %v", result, err)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(string(text))
	if err != nil {
		t.Fatal(err)
	}
	process, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	// The child was reparented, and stays until its new parent waits for it: this hangs if it goes on.
	for process.Signal(syscall.Signal(0)) == nil && !isZombie(pid) {
		time.Sleep(5 * time.Millisecond)
	}
}

// TestExecMemory has a command, and a child of one, use more memory than the budget: it is ended, and the run is cut off for that
// reason.
func TestExecMemory(t *testing.T) {
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	hungry := "'" + path + "' " + solverWord + " hungry {}"
	for _, command := range []string{hungry, `sh -c "` + hungry + `; exit 1"`} {
		if _, err := exec.LookPath("sh"); err != nil && command != hungry {
			continue
		}
		session := open(t, engineNamed(t, "exec:"+command), must(model.Sudoku(2, 2)), nil)
		debug.FreeOSMemory() // what earlier tests left counts, too
		ctx, stop := memory.WithBudget(t.Context(), 128<<20)
		result, err := session.Run(ctx, nil, 0, nil)
		var exceeded *memory.ExceededError
		if err != nil || !errors.As(result.Cause, &exceeded) || !strings.HasPrefix(exceeded.What, "the command ") {
			t.Errorf("%s: %+v, error %v, expected that its memory is used up", command, result, err)
		}
		stop()
	}
}

// isZombie reports whether a process has ended and was not waited for.
func isZombie(pid int) bool {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && strings.Contains(string(text), ") Z ")
}

// TestExecOfTheMachine runs the solvers that are installed here.
func TestExecOfTheMachine(t *testing.T) {
	m := must(model.QuasiMagic(3, 2))
	puzzles := quasiMagicPuzzles(t, m)
	small := must(model.Sudoku(2, 2))
	tried, encodings := []int{100}, []string{"optimized-fixpoint"}
	if modeltest.Long() {
		tried, encodings = []int{0, 100}, []string{"extended", "optimized-fixpoint"}
	}
	for _, command := range []string{"cadical -q", "cadical", "clasp", "clasp --outf=1 --quiet=0,0"} {
		t.Run(command, func(t *testing.T) {
			if _, err := exec.LookPath(strings.Fields(command)[0]); err != nil {
				t.Skip(err)
			}
			session := open(t, engineNamed(t, "exec:"+command), m, nil)
			for _, i := range tried {
				var got []string
				result, err := session.Run(context.Background(), puzzles[i].cube, 0, func(a model.Assignment) bool {
					got = append(got, model.Characters.FormatSolution(m, a))
					return true
				})
				if err != nil || !result.Complete() || !slices.Equal(got, []string{puzzles[i].solution}) {
					t.Errorf("puzzle %d: %v, %+v, error %v, expected %s", i, got, result, err, puzzles[i].solution)
				}
			}
			cube := model.Cube{{Var: 0, Value: 1}, {Var: 5, Value: 2}, {Var: 10, Value: 3}}
			for _, cells := range encodings {
				session := open(t, engineNamed(t, "exec:"+command), small, engine.Options{"encoding": cells})
				for _, clash := range []model.Cube{cube, {{Var: 0, Value: 1}, {Var: 1, Value: 1}}, {{Var: 0, Value: 9}}} {
					want := solutions(t, open(t, engineNamed(t, "gini"), small, nil), small, clash)
					if diff := cmp.Diff(want, solutions(t, session, small, clash)); diff != "" {
						t.Errorf("%s, cube %v (-gini +%s):\n%s", cells, clash, command, diff)
					}
				}
			}
		})
	}
}
