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

	"qmsat/compare/minizinc"
)

// TestMiniZincRace lists all solutions of the models of testdata/minizinc/race by native and by Gecode, in turn, and by gini,
// and looks for the best ones of those of testdata/minizinc/best: numbers and values are the same. All follow the search
// annotations; each has the FlatZinc that its own library makes, Gecode's that of the standard one, as Debian's does not compile
// all. With a folder of Gecode's globals under their new names in QMSAT_GECODE_LIBRARY, Gecode has these instead. It logs the processor times of whole commands, of gini those of one, and "-" where gini came to its limit.
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
		answer func(output string) string
	}{
		{"race", 30, []string{"-a"}, func(output string) string { return fmt.Sprint(strings.Count(output, minizinc.SolutionEnd)) }},
		{"best", 8, nil, bestValue},
	} {
		t.Run(kind.name, func(t *testing.T) {
			files, err := filepath.Glob("../../testdata/minizinc/" + kind.name + "/*.mzn")
			if err != nil || len(files) < kind.least {
				t.Fatalf("%d models, expected %d at least; %v", len(files), kind.least, err)
			}
			sum, worst, table := 0.0, "", new(strings.Builder)
			most := 0.0
			for _, file := range files {
				name := strings.TrimSuffix(filepath.Base(file), ".mzn")
				ours, theirs := filepath.Join(folder, name+".fzn"), filepath.Join(folder, name+"-std.fzn")
				compileFlat(t, file, ours, "--solver", "qmsat")
				compileForGecode(t, file, theirs)
				printObjective(t, ours)
				printObjective(t, theirs)
				gecode := racer{"Gecode", slices.Concat([]string{"fzn-gecode"}, kind.flags, []string{theirs}), 5 * time.Minute}
				native := racer{"native", slices.Concat([]string{binary, "flatzinc"}, kind.flags, []string{ours}), 5 * time.Minute}
				gini := racer{"gini", slices.Concat([]string{binary, "flatzinc", "--engine", "gini"}, kind.flags, []string{ours}), 30 * time.Second}
				var least [2]float64
				var answers [2]string
				for round := range raceRounds {
					for i, r := range []racer{gecode, native} {
						output, took, through := r.run()
						if !through {
							t.Fatalf("%s: %s is not through", name, r.name)
						}
						answers[i] = kind.answer(output)
						if round == 0 || took < least[i] {
							least[i] = took
						}
					}
				}
				beside := "-"
				output, took, through := gini.run()
				if through {
					beside = fmt.Sprintf("%.2f", took)
				}
				if answers[1] != answers[0] || through && kind.answer(output) != answers[0] {
					t.Errorf("%s: %s by Gecode, %s by native, %s by gini", name, answers[0], answers[1], kind.answer(output))
				}
				ratio := least[1] / max(least[0], 0.001)
				sum += math.Log(ratio)
				if ratio > most {
					worst, most = name, ratio
				}
				fmt.Fprintf(table, "| %s | %s | %.3f | %.3f | %.2f | %s |\n", name, answers[0], least[1], least[0], ratio, beside)
			}
			t.Logf("| model | %s | native, s | Gecode, s | ratio | gini, s |\n%sgeometric mean of the ratios, native to Gecode: %.2f; the worst: %s, %.2f",
				kind.name, table, math.Exp(sum/float64(len(files))), worst, most)
		})
	}
}

// compileForGecode compiles a model for Gecode 6, which knows globals without the prefix fzn_.
func compileForGecode(t *testing.T, file, flat string) {
	t.Helper()
	folder := os.Getenv("QMSAT_GECODE_LIBRARY")
	if folder == "" {
		compileFlat(t, file, flat, "--solver", "gecode", "-G", "std")
		return
	}
	compileFlat(t, file, flat, "--solver", "gecode", "-I", folder)
	text, err := os.ReadFile(flat)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(flat, bytes.ReplaceAll(text, []byte("fzn_"), nil), 0o644); err != nil {
		t.Fatal(err)
	}
}

// raceRounds is how often each is measured: the least time counts.
const raceRounds = 3

// printObjective has the variable of a flat file's objective, if it has one, be printed, under that name.
func printObjective(t *testing.T, file string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	goal := regexp.MustCompile(`(?:minimize|maximize) (\w+);`).FindSubmatch(text)
	if goal == nil {
		return
	}
	text = regexp.MustCompile(`\b`+string(goal[1])+`\b`).ReplaceAll(text, []byte("objective"))
	text = regexp.MustCompile(`(?m)^var [^:]*: objective\b`).ReplaceAll(text, []byte("$0 :: output_var"))
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// installed builds qmsat in a folder and has it install itself there for minizinc.
func installed(t *testing.T, folder string) (binary string) {
	t.Helper()
	binary = filepath.Join(t.TempDir(), "qmsat")
	for _, command := range []*exec.Cmd{exec.Command("go", "build", "-ldflags=-s -w", "-o", binary, "."), exec.Command(binary, "flatzinc", "--install", folder)} {
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, output)
		}
	}
	return binary
}

// bestValue returns the value of the last solution.
func bestValue(output string) string {
	values := regexp.MustCompile(`(?m)^objective = (-?[0-9]+);`).FindAllStringSubmatch(output, -1)
	if len(values) == 0 {
		return "none"
	}
	return values[len(values)-1][1]
}

// racer is a command of a race.
type racer struct {
	name    string
	command []string
	limit   time.Duration
}

// run returns what the command prints, its processor time in seconds, and whether it came to the end of its search within the
// limit.
func (r racer) run() (output string, seconds float64, through bool) {
	ctx, cancel := context.WithTimeout(context.Background(), r.limit)
	defer cancel()
	command := exec.CommandContext(ctx, r.command[0], r.command[1:]...)
	text, err := command.Output()
	seconds = (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds()
	return string(text), seconds, err == nil && (bytes.Contains(text, []byte(minizinc.Complete)) || bytes.Contains(text, []byte(minizinc.Unsatisfiable)))
}
