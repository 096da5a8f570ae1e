package main

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/model/draw"
)

// What --format grid prints is read back as puzzles, whatever the boxes.
func TestGridsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows, columns := rapid.IntRange(1, 5).Draw(t, "rows"), rapid.IntRange(2, 5).Draw(t, "columns")
		m, err := model.Sudoku(rows, columns)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		var expected []model.Assignment
		value := rapid.IntRange(1, rows*columns)
		for range rapid.IntRange(1, 3).Draw(t, "grids") {
			a := model.Assignment(rapid.SliceOfN(value, len(m.Variables), len(m.Variables)).Draw(t, "values"))
			expected = append(expected, a)
			text.WriteString(draw.Solution(m, a, nil) + "\n")
		}
		puzzles, err := model.CollectPuzzles(model.ReadPuzzles("grids", strings.NewReader(text.String()), m, m.Notation()))
		if err != nil || len(puzzles) != len(expected) {
			t.Fatalf("%d grids, error %v, expected %d:\n%s", len(puzzles), err, len(expected), text.String())
		}
		for i, p := range puzzles {
			if !slices.EqualFunc(p.Cube, expected[i], func(g model.Given, value int) bool { return g.Value == value }) {
				t.Fatalf("read %v, expected %v, of\n%s", p.Cube, expected[i], text.String())
			}
		}
	})
}

// At a terminal count shows how far an engine has come that says so, and in the end what it chose to do.
func TestCountAtATerminal(t *testing.T) {
	words := strings.Fields("qmsat count --engine frontier --symmetry none --box 2x3")
	shown := startTerminal(t, root, []string{"TERM=dumb"}, words...)
	shown.await("layer ")
	shown.await("order ")
}

// At a terminal solve draws grids, unless another format is asked for.
func TestSolveAtATerminal(t *testing.T) {
	for line, expected := range map[string]string{
		"solve --box 2x2 1....2...3....4.":               "1 4   3 2\r\n",
		"solve --box 2x2 1....2...3....4. --format text": "1432321443212143\r\n",
	} {
		words := append([]string{"qmsat"}, strings.Fields(line)...)
		if shown := startTerminal(t, root, []string{"TERM=dumb"}, words...).all(); !strings.Contains(shown, expected) {
			t.Errorf("%s: expected %q in %q", line, expected, shown)
		}
	}
}
