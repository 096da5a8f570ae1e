package compare_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// general are the engines that run every model.
var general = []string{"native", "gini", "gophersat", "gophersat-pb", "residual"}

// complete returns the engines that find every solution.
func complete(t *testing.T) []string {
	t.Helper()
	return slices.DeleteFunc(engine.Names(), func(name string) bool { return lookup(t, name).Abilities.MayFail })
}

// expectAgreement runs the engines on one puzzle and expects that all of them list the same count solutions.
func expectAgreement(t *testing.T, m *model.Model, cube model.Cube, count int64, engines ...string) {
	t.Helper()
	var contenders []compare.Contender
	for _, name := range engines {
		contenders = append(contenders, compare.Contender{Engine: lookup(t, name)})
	}
	one := []model.Puzzle{{Cube: cube}}
	report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: contenders}, one)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Failures {
		t.Errorf("%s: %s", f.Label, f.Reason)
	}
	for _, row := range report.Rows {
		if row.Solutions().Int64() != count || row.Exhausted() != 1 {
			t.Errorf("%s: %v solutions, complete %d, expected %d and 1", row.Contender.Engine.Name, row.Solutions(), row.Exhausted(), count)
		}
	}
}

// Numbers of grids that are published or counted by hand, by every engine that can run them.
func TestKnownCounts(t *testing.T) {
	quasiMagic := func(r, delta int) *model.Model {
		m, err := model.QuasiMagic(r, delta)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	for _, test := range []struct {
		name    string
		model   *model.Model
		count   int64
		engines []string
	}{
		{"Sudoku 1×1, OEIS A107739", modeltest.Sudoku(t, 1, 1), 1, complete(t)},
		{"Sudoku 2×2, OEIS A107739", modeltest.Sudoku(t, 2, 2), 288, complete(t)},
		{"Latin squares of order 3, OEIS A002860", modeltest.Sudoku(t, 1, 3), 12, complete(t)},
		{"Latin squares of order 4, OEIS A002860", modeltest.Sudoku(t, 1, 4), 576, complete(t)},
		{"quasi-magic 2×2, Δ = 0", quasiMagic(2, 0), 0, complete(t)},
		{"quasi-magic 2×2, Δ = 1", quasiMagic(2, 1), 0, complete(t)},
		{"quasi-magic 2×2, Δ = 2", quasiMagic(2, 2), 288, complete(t)},
	} {
		t.Run(test.name, func(t *testing.T) { expectAgreement(t, test.model, nil, test.count, test.engines...) })
	}
}

// The model files say in their first line how many solutions they have, and every general engine finds as many; native and gini
// alone where time is short.
func TestModelFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	files, err := filepath.Glob("../testdata/models/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("model files: %v, %v", files, err)
	}
	engines := general
	if !modeltest.Long() {
		engines = general[:2]
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			first, _, _ := strings.Cut(string(text), "\n")
			digits, found := strings.CutPrefix(first, "# solutions: ")
			count, err := strconv.ParseInt(digits, 10, 64)
			if !found || err != nil {
				t.Fatalf("first line %q, expected # solutions: N", first)
			}
			m, givens, err := modeltest.ReadYAML(name, strings.NewReader(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			expectAgreement(t, m, givens, count, engines...)
		})
	}
}

// Δ = 2 with the first box given, that of the solution of the first puzzle in testdata/quasimagic-180.txt.
func TestFirstBoxGiven(t *testing.T) {
	modeltest.OnlyConfirm(t)
	m, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	cube, err := model.Characters.Parse(m, "184......962......537......"+strings.Repeat(".", 54))
	if err != nil {
		t.Fatal(err)
	}
	expectAgreement(t, m, cube, 1280, general...)
}

// The grids of Serg's set have 1 to many solutions; SAT engines agree with native on every hundredth, or every
// four-hundredth where time is short.
func TestSeveralSolutions(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	m := modeltest.Sudoku(t, 3, 3)
	file, err := os.Open("../testdata/sudoku-multi-2000.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var sample []model.Puzzle
	every := modeltest.Scale(400, 200, 100)
	for i, p := range collect(t, model.ReadPuzzles("sudoku-multi-2000.txt", file, m, model.Characters)) {
		if i%every == every-1 {
			sample = append(sample, p)
		}
	}
	var contenders []compare.Contender
	for _, name := range general {
		contenders = append(contenders, compare.Contender{Engine: lookup(t, name)})
	}
	report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: contenders, Limit: 200}, sample)
	if err != nil || len(report.Puzzles) != 2000/every || report.Stopped {
		t.Fatalf("%d puzzles, stopped %v, %v; expected one of every %d", len(report.Puzzles), report.Stopped, err, every)
	}
	for _, f := range report.Failures {
		t.Errorf("%s:%d: %s: %s", f.Puzzle.File, f.Puzzle.Line, f.Label, f.Reason)
	}
}
