package formats

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/internal/lists"
	"qmsat/internal/modeltest"
	"qmsat/model"
)

// The solutions of a random model in MiniZinc, found by Gecode, are those of brute force.
func TestMiniZincSolutions(t *testing.T) {
	modeltest.OnlyLong(t)
	for _, program := range []string{"minizinc", "fzn-gecode"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not installed", program)
		}
	}
	file := filepath.Join(t.TempDir(), "model.mzn")
	kinds, most := map[string]int{}, modeltest.Scale(0, 25, 100)
	rapid.Check(t, func(t *rapid.T) {
		if most--; most < 0 {
			return
		}
		m := modeltest.Random(t)
		cube := modeltest.Within(m, modeltest.RandomCube(t, m))
		m.Outputs = nil
		text, lost, err := writeMiniZinc(&Puzzle{Model: m, Givens: cube})
		if err != nil || slices.ContainsFunc(lost, func(what string) bool {
			return !strings.HasPrefix(what, "connected") && !strings.HasPrefix(what, "either")
		}) {
			t.Fatalf("lost %v, %v", lost, err)
		}
		if len(lost) > 0 {
			return
		}
		for _, c := range m.Constraints {
			kinds[c.Kind()]++
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		output, err := exec.Command("minizinc", "--solver", "gecode", "-a", file).Output()
		if failed := (*exec.ExitError)(nil); errors.As(err, &failed) && strings.Contains(string(failed.Stderr), "Assertion") {
			return // a fault of MiniZinc: it aborts on a few models
		}
		if err != nil {
			t.Fatalf("%v: %s\n%s", err, err.(*exec.ExitError).Stderr, text)
		}
		found := lists.Filter(strings.Split(string(output), "\n"), func(line string) bool {
			return line != "" && !strings.HasPrefix(line, "=") && !strings.HasPrefix(line, "%") && line != strings.Repeat("-", 10)
		})
		want := lists.Map(modeltest.BruteForce(m, cube), func(a model.Assignment) string {
			return joined(a, " ")
		})
		slices.Sort(found)
		slices.Sort(want)
		if !slices.Equal(found, want) {
			t.Fatalf("found %v, expected %v in\n%s", found, want, text)
		}
	})
	t.Log(kinds)
}
