package modeltest

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
)

// TestdataPuzzle is a puzzle of a file with the rest of its line, such as its solution.
type TestdataPuzzle struct {
	model.Puzzle
	Columns []string // the puzzle first
}

// Puzzles reads the puzzles of a file of the folder testdata at the module's root. It ends the test where the file cannot be
// read or has none.
func Puzzles(t testing.TB, m *model.Model, name string) []TestdataPuzzle {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(testdata(t), name))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	var puzzles []TestdataPuzzle
	for p, err := range model.ReadPuzzles(name, strings.NewReader(string(text)), m, model.Characters) {
		if err != nil {
			t.Fatal(err)
		}
		puzzles = append(puzzles, TestdataPuzzle{p, strings.Fields(lines[p.Line-1])})
	}
	if len(puzzles) == 0 {
		t.Fatalf("%s has no puzzles", name)
	}
	return puzzles
}

// Cubes reads the cubes of those puzzles.
func Cubes(t testing.TB, m *model.Model, name string) []model.Cube {
	t.Helper()
	return lists.Map(Puzzles(t, m, name), func(p TestdataPuzzle) model.Cube { return p.Cube })
}

// ISSPuzzle is a puzzle of Interactive Sudoku Solver, in its format.
type ISSPuzzle struct{ Name, Source, Input, Solution string }

// ISS reads the puzzles of testdata/iss with some names, or all if none is named.
func ISS(t testing.TB, names ...string) (list []ISSPuzzle) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(testdata(t), "iss", "puzzles.jsonl"))
	for lines := json.NewDecoder(strings.NewReader(string(text))); err == nil && lines.More(); {
		var p ISSPuzzle
		if err = lines.Decode(&p); names == nil || slices.Contains(names, p.Name) {
			list = append(list, p)
		}
	}
	if err != nil || len(list) < len(names) {
		t.Fatalf("found %d puzzles, expected %q: %v", len(list), names, err)
	}
	return list
}

// testdata finds the folder of the repository from the folder of the test, with paths trimmed from the build or not.
func testdata(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return filepath.Join(folder, "testdata")
		}
	}
	t.Fatal("the test does not run within the repository")
	return ""
}

// Sudoku returns the model of plain Sudoku with boxes of a shape.
func Sudoku(t testing.TB, boxRows, boxColumns int) *model.Model {
	t.Helper()
	m, err := model.Sudoku(boxRows, boxColumns)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// QuasiMagic returns the model of quasi-magic Sudoku 9×9.
func QuasiMagic(t testing.TB, delta int) *model.Model {
	t.Helper()
	m, err := model.QuasiMagic(3, delta)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
