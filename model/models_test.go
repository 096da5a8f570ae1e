package model

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// solutionsLine begins every example model file: the number of solutions under the file's givens.
var solutionsLine = regexp.MustCompile(`^# solutions: ([0-9]+)\n`)

func TestExampleModels(t *testing.T) {
	files, err := filepath.Glob("../testdata/models/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	counted := 0
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			match := solutionsLine.FindStringSubmatch(string(text))
			if match == nil {
				t.Fatalf("opens with %.40q, expected # solutions: N", text)
			}
			solutions, err := strconv.Atoi(match[1])
			if err != nil {
				t.Fatal(err)
			}
			m, givens := readYAML(t, string(text))
			if m.Name == "" {
				t.Error("no name")
			}
			if err := m.Validate(); err != nil {
				t.Error(err)
			}
			again, givensAgain := readYAML(t, writeYAML(t, m, givens))
			if diff := modelDiff(m, again); diff != "" {
				t.Errorf("reads back otherwise (-want +got):\n%s", diff)
			}
			if again.Hash() != m.Hash() || !slices.Equal(givens, givensAgain) {
				t.Errorf("hash %s, givens %v read back as %s, %v", m.Hash(), givens, again.Hash(), givensAgain)
			}
			if got, ok := countByCheck(m, givens, 100_000); ok {
				counted++
				if got != solutions {
					t.Errorf("%d solutions, the file says %d", got, solutions)
				}
			}
		})
	}
	if counted == 0 {
		t.Error("no model was small enough to count")
	}
}

// countByCheck tries every assignment, if there are at most most, and counts the distinct outputs of solutions.
func countByCheck(m *Model, givens Cube, most int) (int, bool) {
	assignments := 1
	for _, v := range m.Variables {
		if assignments *= v.Domain.Size(); assignments > most {
			return 0, false
		}
	}
	outputs := map[string]bool{}
	for number := range assignments {
		a := make(Assignment, len(m.Variables))
		for i, v := range m.Variables {
			a[i] = v.Domain.Value(number % v.Domain.Size())
			number /= v.Domain.Size()
		}
		if m.Check(a) == nil && m.CheckCube(a, givens) == nil {
			var key strings.Builder
			for _, v := range m.OutputVars() {
				fmt.Fprintf(&key, "%d ", a[v])
			}
			outputs[key.String()] = true
		}
	}
	return len(outputs), true
}
