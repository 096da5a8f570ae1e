package document_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"qmsat/model"
	"qmsat/model/document"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// solutionsLine begins every example model file: the number of solutions under the file's givens.
var solutionsLine = regexp.MustCompile(`^# solutions: ([0-9]+)\n`)

func TestExampleModels(t *testing.T) {
	files, err := filepath.Glob("../../testdata/models/*.yaml")
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
			d, err := document.Read(t.Context(), file, bytes.NewReader(text))
			if err != nil {
				t.Fatal(err)
			}
			m, givens := d.Model, d.Givens
			if m.Name == "" {
				t.Error("no name")
			}
			if err := m.Validate(); err != nil {
				t.Error(err)
			}
			var written bytes.Buffer
			if err := d.Write(&written); err != nil {
				t.Fatal(err)
			}
			again, err := document.Read(t.Context(), file, &written)
			if err != nil || again.Model.Hash() != m.Hash() || again.Model.Name != m.Name || !slices.Equal(givens, again.Givens) || len(again.Clues()) != len(d.Clues()) {
				t.Errorf("%d clues, givens %v, read back as %+v, %v", len(d.Clues()), givens, again, err)
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
func countByCheck(m *model.Model, givens model.Cube, most int) (int, bool) {
	assignments := 1
	for _, v := range m.Variables {
		if assignments *= v.Domain.Size(); assignments > most {
			return 0, false
		}
	}
	outputs := map[string]bool{}
	for number := range assignments {
		a := make(model.Assignment, len(m.Variables))
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
