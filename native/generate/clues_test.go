package generate

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/engine"
)

// cluedFor returns a maker of puzzles with clues.
func cluedFor(t *testing.T, file string, words ...string) *Clued {
	t.Helper()
	d, err := document.Read(t.Context(), "f.yaml", strings.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	c := &Clued{
		Document: d, Options: Options{Unique: true, Givens: AsFewAsRemovalLeaves, Tries: 20},
		Open: func(ctx context.Context, m *model.Model) (engine.Session, error) {
			return engine.Open(ctx, "native", m, nil)
		},
	}
	for _, word := range words {
		kinds := kindsNamed(word)
		if len(kinds) == 0 {
			t.Fatalf("no kind %s", word)
		}
		for _, kind := range kinds {
			c.Wanted = append(c.Wanted, Wanted{Kind: kind})
		}
	}
	return c
}

// textOf writes a puzzle.
func textOf(t *testing.T, p CluePuzzle) string {
	t.Helper()
	var text bytes.Buffer
	if err := p.Document.WithGivens(p.Givens).Write(&text); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestCluedPuzzles checks that puzzles with drawn clues have one solution, that no given and no drawn clue can be left out, and that
// a seed makes the same puzzle again.
func TestCluedPuzzles(t *testing.T) {
	for _, words := range [][]string{{"thermometers"}, {"killer"}, {"sandwich"}, {"whispers", "killer"}} {
		t.Run(strings.Join(words, ","), func(t *testing.T) {
			t.Parallel()
			c := cluedFor(t, "grid: {boxes: 2x3}\n", words...)
			p, err := c.Puzzle(t.Context(), NewRandom(5))
			if err != nil {
				t.Fatal(err)
			}
			again, err := c.Puzzle(t.Context(), NewRandom(5))
			if err != nil || textOf(t, p) != textOf(t, again) {
				t.Fatalf("another puzzle, %v", err)
			}
			expectSolutions(t, openNative(t, p.Document.Model), p.Document.Model, p.Givens, 1)
			for i := range p.Givens {
				expectSolutions(t, openNative(t, p.Document.Model), p.Document.Model, slices.Delete(slices.Clone(p.Givens), i, i+1), 2)
			}
			for i := range p.Document.Entries {
				clue := p.Document.Meaning(i)
				fewer := p.Document.Model.Keep(func(c model.Constraint) bool { return !slices.Contains(clue, c) })
				expectSolutions(t, openNative(t, fewer), fewer, p.Givens, 2)
			}
			if len(p.Document.Entries) == 0 || p.Document.Model.Check(p.Solution) != nil {
				t.Errorf("%d clues, %v", len(p.Document.Entries), p.Document.Model.Check(p.Solution))
			}
		})
	}
}

// TestLayout checks that cages without a sum get the solution's, and other clues stay.
func TestLayout(t *testing.T) {
	c := cluedFor(t, "grid: {boxes: 2x2}\nconstraints:\n- {kind: killer, cells: r1c1-r1c3}\n- {kind: thermometer, line: r2c1-r3c1}\n")
	p, err := c.Puzzle(t.Context(), NewRandom(1))
	if err != nil {
		t.Fatal(err)
	}
	text := textOf(t, p)
	if !strings.Contains(text, "{kind: killer, cells: r1c1-r1c3, sum: ") || !strings.Contains(text, "thermometer, line: r2c1-r3c1}") {
		t.Error(text)
	}
	if err := p.Document.Model.Check(p.Solution); err != nil {
		t.Error(err)
	}
	expectSolutions(t, openNative(t, p.Document.Model), p.Document.Model, p.Givens, 1)
}

// TestParseWanted checks that kinds with a number come first, whatever their order, and that a kind has one number.
func TestParseWanted(t *testing.T) {
	for text, want := range map[string]string{
		"killer,thermometers:4":         "thermometer 0 of 4, killer 0",
		"thermometers:4,killer":         "thermometer 0 of 4, killer 0",
		"xv,killer:2,x:3,killer,arrows": "killer 0 of 2, x 0 of 3, arrow 0, v 0",
		"layout":                        "",
	} {
		wanted, err := ParseWanted(text)
		if got := (&Clued{Wanted: wanted}).tally(nil); got != want || err != nil {
			t.Errorf("%s is read as %s, %v; expected %s", text, got, err, want)
		}
	}
}
