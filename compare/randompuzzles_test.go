package compare_test

import (
	"context"
	"os"
	"testing"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/native/generate"
)

// randomPuzzles are 200 quasi-magic puzzles with Δ from 3 to 8, at numbers of givens at which some have one solution and
// others thousands.
var randomPuzzles = []struct{ delta, givens, puzzles int }{
	{3, 11, 17}, {3, 14, 17}, {4, 15, 17}, {4, 18, 17}, {5, 18, 17}, {5, 22, 17},
	{6, 22, 17}, {6, 25, 17}, {7, 25, 16}, {7, 28, 16}, {8, 27, 16}, {8, 30, 16},
}

// Random puzzles, with one solution or several, have as many by native and gini, puzzle by puzzle. Where time is short they are
// two of every third sort, of which no more than a hundred solutions are counted; in CI, eight of each.
func TestRandomPuzzles(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	limit, most, every, expected := uint64(0), 200, 1, 200
	switch {
	case !modeltest.Long():
		limit, most, every, expected = 100, 2, 3, 8
	case !modeltest.Confirms():
		most, expected = 8, 96
	}
	total := 0
	for i, test := range randomPuzzles {
		if i%every != 0 {
			continue
		}
		m := modeltest.QuasiMagic(t, test.delta)
		contenders := []compare.Contender{{Engine: lookup(t, "native")}, {Engine: lookup(t, "gini")}}
		report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: contenders, Limit: limit},
			generated(t, m, test.givens, min(test.puzzles, most)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range report.Failures {
			t.Errorf("Δ = %d, %s: %s: %s", test.delta, f.Puzzle.Text, f.Label, f.Reason)
		}
		total += len(report.Puzzles)
		t.Logf("Δ = %d, %d givens: %d puzzles, %v solutions; native %v, gini %v", test.delta, test.givens, len(report.Puzzles),
			report.Rows[0].Solutions(), report.Rows[0].Solve(), report.Rows[1].Solve())
	}
	if total != expected {
		t.Errorf("%d puzzles, expected %d", total, expected)
	}
}

// generated returns puzzles whose solution need not be the only one.
func generated(t *testing.T, m *model.Model, givens, puzzles int) []model.Puzzle {
	t.Helper()
	session := open(t, lookup(t, "native"), m)
	generator, err := generate.New(t.Context(), m, nil, session, generate.Options{Givens: givens})
	if err != nil {
		t.Fatal(err)
	}
	random := generate.NewRandom(1)
	var list []model.Puzzle
	for range puzzles {
		p, err := generator.Puzzle(t.Context(), random)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, model.Puzzle{Text: model.Characters.FormatCube(m, p.Givens), Cube: p.Givens})
	}
	return list
}

// open opens a session for the time of a test.
func open(t *testing.T, e *engine.Engine, m *model.Model) engine.Session {
	t.Helper()
	session, err := e.Open(context.Background(), m, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// The puzzles of the larger sizes, which qmsat generate made, have one solution each by native and gini.
func TestLargePuzzles(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	for _, test := range []struct {
		file    string
		box     int
		puzzles int
	}{{"sudoku-16x16.txt", 4, 10}, {"sudoku-25x25.txt", 5, 5}, {"sudoku-36x36.txt", 6, 5}, {"large/sudoku-49x49.txt", 7, 1}} {
		t.Run(test.file, func(t *testing.T) {
			switch {
			case test.box > 5:
				modeltest.OnlyConfirm(t)
			case test.box > 4:
				modeltest.OnlyLong(t)
			}
			m := modeltest.Sudoku(t, test.box, test.box)
			file, err := os.Open("../testdata/" + test.file)
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			contenders := []compare.Contender{{Engine: lookup(t, "native")}, {Engine: lookup(t, "gini")}}
			report, err := compare.Run(t.Context(), compare.Config{Model: m, Contenders: contenders, Limit: 2},
				collect(t, model.ReadPuzzles(test.file, file, m, model.Characters)))
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range report.Failures {
				t.Errorf("%s: line %d: %s: %s", test.file, f.Puzzle.Line, f.Label, f.Reason)
			}
			for _, row := range report.Rows {
				if row.Exhausted() != test.puzzles || row.Solutions().Int64() != int64(test.puzzles) {
					t.Errorf("%s: %v solutions of %d puzzles, %d complete, expected one of each of %d",
						row.Contender.Engine.Name, row.Solutions(), row.Puzzles(), row.Exhausted(), test.puzzles)
				}
			}
		})
	}
}

// Which engine answers makes no difference to the puzzles that are made.
func TestGeneratedPuzzlesDoNotDependOnTheEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("long under the race detector, and nothing in it is concurrent")
	}
	for _, test := range []struct {
		name    string
		model   *model.Model
		options generate.Options
	}{
		{"plain", modeltest.Sudoku(t, 3, 3), generate.Options{Unique: true, Givens: 22}},
		{"plain minimal symmetric", modeltest.Sudoku(t, 2, 3), generate.Options{
			Unique: true, Givens: generate.AsFewAsRemovalLeaves, Minimal: true, Symmetry: generate.Symmetries[0]}},
		{"many givens but minimal", modeltest.Sudoku(t, 2, 3), generate.Options{Unique: true, Givens: 11, Minimal: true}},
		{"Δ = 7", modeltest.QuasiMagic(t, 7), generate.Options{Unique: true, Givens: 19}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var puzzles [2]string
			for i, name := range []string{"native", "gini"} {
				generator, err := generate.New(t.Context(), test.model, nil, open(t, lookup(t, name), test.model), test.options)
				if err != nil {
					t.Fatal(err)
				}
				p, err := generator.Puzzle(t.Context(), generate.NewStream(3, 4))
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				puzzles[i] = model.Characters.FormatCube(test.model, p.Givens)
			}
			if puzzles[0] != puzzles[1] {
				t.Errorf("native makes %s, gini %s", puzzles[0], puzzles[1])
			}
		})
	}
}
