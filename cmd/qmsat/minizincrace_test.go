package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMiniZincRace lists all solutions of the models of testdata/minizinc/race by native and by Gecode, in turn, and by gini, and looks for
// the best ones of those of testdata/minizinc/best: numbers and values are the same. All follow the search annotations; each has the FlatZinc
// that its own library makes, Gecode's that of the standard one, as Debian's does not compile all. It logs the
// processor times of whole commands, of gini those of one.
func TestMiniZincRace(t *testing.T) {
	if os.Getenv("QMSAT_CONFIRM") == "" {
		t.Skip("takes minutes; runs where QMSAT_CONFIRM is set")
	}
	for _, program := range []string{"minizinc", "fzn-gecode"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(err)
		}
	}
	folder := t.TempDir()
	binary := installed(t, folder)
	for _, kind := range []struct {
		name   string
		least  int
		flags  []string
		answer func(t *testing.T, solvers, file, output string, solver ...string) string
	}{
		{"race", 30, []string{"-a"}, func(_ *testing.T, _, _, output string, _ ...string) string {
			return fmt.Sprint(strings.Count(output, "----------"))
		}},
		{"best", 8, nil, objective},
	} {
		t.Run(kind.name, func(t *testing.T) {
			files, err := filepath.Glob("../../testdata/minizinc/" + kind.name + "/*.mzn")
			if err != nil || len(files) < kind.least {
				t.Fatalf("%d models, expected %d at least; %v", len(files), kind.least, err)
			}
			sum, table := 0.0, new(strings.Builder)
			for _, file := range files {
				name := strings.TrimSuffix(filepath.Base(file), ".mzn")
				ours, theirs := filepath.Join(folder, name+".fzn"), filepath.Join(folder, name+"-std.fzn")
				compiled(t, folder, file, ours, "--solver", "qmsat")
				compiled(t, folder, file, theirs, gecode...)
				runners := []struct {
					solver, command []string
				}{
					{gecode, slices.Concat([]string{"fzn-gecode"}, kind.flags, []string{theirs})},
					{[]string{"--solver", "qmsat"}, slices.Concat([]string{binary, "flatzinc"}, kind.flags, []string{ours})},
					{[]string{"--solver", "qmsat", "--engine", "gini"}, slices.Concat([]string{binary, "flatzinc", "--engine", "gini"}, kind.flags, []string{ours})},
				}
				var least [3]float64
				var answers [3]string
				for round := range raceRounds {
					for i, r := range runners {
						if round > 0 && i == 2 {
							continue
						}
						output, took := timed(t, r.command)
						if round == 0 {
							answers[i] = kind.answer(t, folder, file, output, r.solver...)
						}
						if round == 0 || took < least[i] {
							least[i] = took
						}
					}
				}
				if answers[1] != answers[0] || answers[2] != answers[0] {
					t.Errorf("%s: %s by Gecode, %s by native, %s by gini", name, answers[0], answers[1], answers[2])
				}
				ratio := least[1] / max(least[0], 0.001)
				sum += math.Log(ratio)
				fmt.Fprintf(table, "| %s | %s | %.2f | %.2f | %.2f | %.2f |\n", name, answers[0], least[1], least[0], ratio, least[2])
			}
			t.Logf("| model | %s | native, s | Gecode, s | ratio | gini, s |\n%sgeometric mean of the ratios, native to Gecode: %.2f",
				kind.name, table, math.Exp(sum/float64(len(files))))
		})
	}
}

// raceRounds is how often each is measured: the least time counts.
const raceRounds = 3

// gecode are minizinc's flags for Gecode with the standard library.
var gecode = []string{"--solver", "gecode", "-G", "std"}

// objective has minizinc print the value of a best solution.
func objective(t *testing.T, solvers, file, _ string, solver ...string) string {
	t.Helper()
	command := exec.Command("minizinc", append([]string{"--output-mode", "json", "--output-objective", file}, solver...)...)
	command.Env = append(os.Environ(), "MZN_SOLVER_PATH="+solvers)
	output, err := command.Output()
	values := regexp.MustCompile(`"_objective" : (-?[0-9]+)`).FindAllStringSubmatch(string(output), -1)
	if err != nil || len(values) == 0 {
		t.Fatalf("%s: no objective; %v", file, err)
	}
	return values[len(values)-1][1]
}

// installed builds qmsat in a folder and has it install itself there for minizinc.
func installed(t *testing.T, folder string) (binary string) {
	t.Helper()
	binary = filepath.Join(t.TempDir(), "qmsat")
	for _, command := range []*exec.Cmd{exec.Command("go", "build", "-o", binary, "."), exec.Command(binary, "flatzinc", "--install", folder)} {
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	return binary
}

// compiled has minizinc write FlatZinc.
func compiled(t *testing.T, solvers, file, flat string, arguments ...string) {
	t.Helper()
	command := exec.Command("minizinc", append([]string{"-c", "--fzn", flat, "--no-output-ozn", file}, arguments...)...)
	command.Env = append(os.Environ(), "MZN_SOLVER_PATH="+solvers)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", file, err, output)
	}
}

// timed returns what a solver prints that is through, and its processor time in seconds.
func timed(t *testing.T, arguments []string) (output string, seconds float64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, arguments[0], arguments[1:]...)
	text, err := command.Output()
	if err != nil || !bytes.Contains(text, []byte("==========")) && !bytes.Contains(text, []byte("=====UNSATISFIABLE=====")) {
		t.Errorf("%v: not through; %v", arguments, err)
	}
	return string(text), (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds()
}
