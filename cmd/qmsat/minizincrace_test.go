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
	if missing := missingProgram("minizinc fzn-gecode"); missing != "" {
		t.Skipf("%s is not here", missing)
	}
	folder := t.TempDir()
	binary := installed(t, folder)
	t.Setenv("MZN_SOLVER_PATH", folder)
	for _, kind := range []struct {
		name   string
		least  int
		flags  []string
		answer func(t *testing.T, file, output string, solver ...string) string
	}{
		{"race", 30, []string{"-a"}, func(_ *testing.T, _, output string, _ ...string) string {
			return fmt.Sprint(strings.Count(output, zincSolution))
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
				compileFlat(t, file, ours, "--solver", "qmsat")
				compileFlat(t, file, theirs, gecode...)
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
							answers[i] = kind.answer(t, file, output, r.solver...)
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
func objective(t *testing.T, file, _ string, solver ...string) string {
	t.Helper()
	output, err := exec.Command("minizinc", append([]string{"--output-mode", "json", "--output-objective", file}, solver...)...).Output()
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

// timed returns what a solver prints that is through, and its processor time in seconds.
func timed(t *testing.T, arguments []string) (output string, seconds float64) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	command := exec.CommandContext(ctx, arguments[0], arguments[1:]...)
	text, err := command.Output()
	if err != nil || !bytes.Contains(text, []byte(zincComplete)) && !bytes.Contains(text, []byte(zincUnsatisfiable)) {
		t.Errorf("%v: not through; %v", arguments, err)
	}
	return string(text), (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds()
}
