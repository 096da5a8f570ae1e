package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qmsat/compare/minizinc"
	"qmsat/model/modeltest"
)

// classic is a model of testdata/minizinc with data, as the FlatZinc beside it has it.
type classic struct {
	name, model, data string
	solutions         int              // or, where best says so, the best value
	best              bool             // the model has an objective
	only              func(testing.TB) // where its count takes seconds
}

// classics are well-known models. Their counts are published, but for those of the prism and of killer and thermometer Sudoku,
// which three engines agree on.
var classics = []classic{
	{name: "queens-6", model: "queens", data: "n=6", solutions: 4}, // OEIS A000170
	{name: "queens-8", model: "queens", data: "n=8", solutions: 92},
	{name: "queens-12", model: "queens", data: "n=12", solutions: 14200, only: modeltest.OnlyLong},
	{name: "langford-7", model: "langford", data: "n=7", solutions: 52},                          // 2 · 26, OEIS A014552
	{name: "costas-8", model: "costas", data: "n=8", solutions: 444},                             // OEIS A008404
	{name: "magic-4", model: "magic", data: "n=4", solutions: 7040, only: modeltest.OnlyConfirm}, // 8 · 880, Frénicle 1693
	{name: "golomb-5", model: "golomb", data: "marks=5", solutions: 11, best: true},
	{name: "golomb-6", model: "golomb", data: "marks=6", solutions: 17, best: true, only: modeltest.OnlyLong},
	{name: "golomb-7", model: "golomb", data: "marks=7", solutions: 25, best: true, only: modeltest.OnlyLong}, // OEIS A003022
	{name: "golomb-8", model: "golomb", data: "marks=8", solutions: 34, best: true, only: modeltest.OnlyConfirm},
	{name: "send-more", model: "send-more", solutions: 1}, // Dudeney 1924
	{name: "zebra", model: "zebra", solutions: 1},
	{name: "graceful", model: "graceful", solutions: 96, only: modeltest.OnlyLong},
	{name: "knight-5", model: "knight", data: "n=5", solutions: 1728}, // OEIS A165134
	{name: "killer", model: "killer", solutions: 2},
	{name: "thermo", model: "thermo", solutions: 2},
}

// file returns the path of a file of the model.
func (c classic) file(suffix string) string {
	return filepath.Join(root, "testdata", "minizinc", c.name+suffix)
}

// Native finds as many solutions as there are, or the best, and gini confirms them.
func TestClassicModels(t *testing.T) {
	for _, c := range classics {
		t.Run(c.name, func(t *testing.T) {
			if c.only != nil {
				c.only(t)
			}
			want := fmt.Sprintf("complete=true\n%%%%%%mzn-stat: objective=%d\n", c.solutions)
			if !c.best {
				want = fmt.Sprintf("nSolutions=%d\n%%%%%%mzn-stat: complete=true\n", c.solutions)
			}
			out := runIn(t, ".", "flatzinc -a -s --confirm gini "+c.file(".fzn"))
			if !strings.Contains(out, want) || !strings.Contains(out, "confirmed=true") {
				t.Errorf("%s\nexpected %s", out[max(0, len(out)-600):], want)
			}
		})
	}
}

// Gecode finds as many, from the standard library's decomposition: of every third model where QMSAT_CONFIRM is not set.
func TestClassicModelsByGecode(t *testing.T) {
	modeltest.OnlyLong(t)
	if missing := missingProgram("minizinc fzn-gecode"); missing != "" {
		t.Skipf("%s is not here", missing)
	}
	for i, c := range classics {
		if i%modeltest.Scale(1, 3, 1) > 0 {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "standard.fzn")
			c.compile(t, file, "-G", "std")
			out, err := exec.CommandContext(t.Context(), "fzn-gecode", "-a", file).Output()
			if err != nil {
				t.Fatal(err)
			}
			found := strings.Count(string(out), minizinc.SolutionEnd+"\n")
			if c.best {
				found = lastMark(string(out))
			}
			if found != c.solutions || !strings.Contains(string(out), minizinc.Complete) {
				t.Errorf("Gecode finds %d, expected %d", found, c.solutions)
			}
		})
	}
}

// lastMark returns the last number of the last ruler that was printed.
func lastMark(out string) (mark int) {
	rulers := regexp.MustCompile(`([0-9]+)\]\);`).FindAllStringSubmatch(out, -1)
	fmt.Sscan(rulers[len(rulers)-1][1], &mark)
	return mark
}

// compile has MiniZinc write the model's FlatZinc.
func (c classic) compile(t *testing.T, file string, flags ...string) {
	t.Helper()
	c.name = c.model
	if c.data != "" {
		flags = append(flags, "-D", c.data)
	}
	compileFlat(t, c.file(".mzn"), file, flags...)
}

// compileFlat has MiniZinc write a model's FlatZinc.
func compileFlat(t *testing.T, file, flat string, flags ...string) {
	t.Helper()
	flags = append([]string{"-c", "--no-output-ozn", "--fzn", flat, file}, flags...)
	if out, err := exec.CommandContext(t.Context(), "minizinc", flags...).CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", file, err, out)
	}
}

// compiler is the version of MiniZinc that wrote the FlatZinc beside the models.
const compiler = "version 2.6.4"

// The FlatZinc beside the models is what MiniZinc makes of them with the library; -update rewrites it.
func TestClassicModelsAreCompiled(t *testing.T) {
	if !*update {
		modeltest.OnlyLong(t)
	}
	if version, err := exec.CommandContext(t.Context(), "minizinc", "--version").Output(); err != nil || !strings.Contains(string(version), compiler) {
		t.Skipf("MiniZinc is not here in its %s", compiler)
	}
	dir := t.TempDir()
	runIn(t, ".", "flatzinc --install "+dir)
	t.Setenv("MZN_SOLVER_PATH", dir)
	for _, c := range classics {
		compiled := filepath.Join(dir, c.name+".fzn")
		c.compile(t, compiled, "--solver", "qmsat")
		text, err := os.ReadFile(compiled)
		if err != nil {
			t.Fatal(err)
		}
		golden(t, c.file(".fzn"), string(text))
	}
}
