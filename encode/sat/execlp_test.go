package sat

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"qmsat/encode"
	"qmsat/encode/program"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// TestColumnNamesAreWhole reads an answer once after the context has ended, and once before: the second reading knows all columns.
func TestColumnNamesAreWhole(t *testing.T) {
	const values = 1 << 15
	m := &model.Model{}
	m.AddVariable("a", model.Interval(1, values))
	program, err := program.New(t.Context(), m, nil, encode.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := &process{words: []string{"any"}, folder: t.TempDir(), solution: "answer"}
	if err := os.WriteFile(p.path(p.solution), fmt.Appendf(nil, "Optimal\na_%d 1\n", values), 0o644); err != nil {
		t.Fatal(err)
	}
	s := &execLPSolver{program: program}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.read(ended, p); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, expected %v", err, context.Canceled)
	}
	if answer, err := s.read(t.Context(), p); err != nil || answer != satisfiable || !s.True(values) {
		t.Errorf("answer %v, error %v, expected column %d", answer, err, values)
	}
}

// TestExecLPOfTheMachine makes solvers of integer programs enumerate, several cubes in one session, without leaving anything
// behind: a 4×4 grid in which only some cells are outputs, and random models.
func TestExecLPOfTheMachine(t *testing.T) {
	if testing.Short() {
		t.Skip("each solution is a process")
	}
	for _, command := range []string{"glpsol --lp {} -w {solution}", "glpsol --freemps {mps} -o {solution}", "cbc {} solve solution -"} {
		t.Run(command, func(t *testing.T) {
			if _, err := exec.LookPath(strings.Fields(command)[0]); err != nil {
				t.Skip(err)
			}
			temporary := t.TempDir()
			t.Setenv("TMPDIR", temporary)
			e := engineNamed(t, "exec-lp:"+command)
			m := hidden()
			session, gini := open(t, e, m, nil), open(t, engineNamed(t, "gini"), m, nil)
			for _, cube := range []model.Cube{{{Var: 1, Value: 2}, {Var: 2, Value: 3}}, {{Var: 0, Value: 2}}, {{Var: 1, Value: 9}}, {{Var: 1, Value: 3}, {Var: 2, Value: 2}}} {
				if diff := cmp.Diff(solutions(t, gini, m, cube), solutions(t, session, m, cube)); diff != "" {
					t.Errorf("cube %v (-gini +%s):\n%s", cube, command, diff)
				}
			}
			for seed := range 3 {
				random := rapid.Custom(modeltest.Random).Example(seed)
				want := len(modeltest.BruteForce(random, nil))
				result, err := open(t, e, random, nil).Run(t.Context(), nil, 4, nil)
				if err != nil || result.Count.Int64() != int64(min(want, 4)) || result.Complete() != (want < 4) {
					t.Errorf("%s: %+v, error %v, expected %d solutions", random.Name, result, err, want)
				}
			}
			if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
				t.Errorf("left in the folder of temporary files: %v, error %v", left, err)
			}
		})
	}
	if abilities := engineNamed(t, "exec-lp:any").Abilities; abilities != (engine.Abilities{Concurrent: true, PseudoBoolean: true}) {
		t.Errorf("abilities %v", abilities)
	}
}

// TestExecLPReadsNoEarlierSolution runs a command that writes a solution only once: that file is not the answer of the next search.
func TestExecLPReadsNoEarlierSolution(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	script := filepath.Join(folder, "script")
	if err := os.WriteFile(script, []byte("mkdir \"$0.ran\" && printf 'Optimal\\nx_1 1\\n' >$2\nexit 0\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	m := &model.Model{}
	m.AddVariable("x", model.Interval(1, 2))
	result, err := open(t, engineNamed(t, "exec-lp:sh '"+script+"' {} {solution}"), m, nil).Run(t.Context(), nil, 0, nil)
	if err == nil || !strings.Contains(err.Error(), "wrote no file in place of {solution}") || result.Count.Int64() != 1 {
		t.Errorf("%+v, error %v, expected one solution, then no file", result, err)
	}
}
