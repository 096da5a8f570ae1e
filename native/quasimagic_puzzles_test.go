package native

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
)

var generate = flag.Bool("generate", false, "make the puzzles of testdata/quasimagic-delta*.txt again")

const (
	generatedDeltas = "468"
	generatedCount  = 60
	generatedSeed   = 20090116
	// fewestGenerated is where the removal of givens stops, so that searches stay short.
	fewestGenerated = 14
)

func generatedFile(delta int) string { return fmt.Sprintf("../testdata/quasimagic-delta%d.txt", delta) }

// firstOf returns how many solutions there are, up to limit, and the first of them.
func firstOf(t *testing.T, session engine.Session, cube model.Cube, limit uint64) (count uint64, first model.Assignment) {
	t.Helper()
	result, err := session.Run(context.Background(), cube, limit, func(a model.Assignment) bool {
		if first == nil {
			first = append(first, a...)
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return result.Count.Uint64(), first
}

// generatePuzzle shuffles the first row, gives ten random cells random values as far as a grid is left, takes the first
// such grid, and removes its givens in random order, down to fewestGenerated, as long as it stays the only one.
func generatePuzzle(t *testing.T, m *model.Model, session engine.Session, random *rand.Rand) string {
	var cube model.Cube
	for cell, value := range random.Perm(9) {
		cube = append(cube, model.Given{Var: model.Var(cell), Value: value + 1})
	}
	_, grid := firstOf(t, session, cube, 1)
	for range 10 {
		with := append(cube[:len(cube):len(cube)], model.Given{Var: model.Var(9 + random.IntN(72)), Value: 1 + random.IntN(9)})
		if _, other := firstOf(t, session, with, 1); other != nil {
			cube, grid = with, other
		}
	}
	if grid == nil {
		return generatePuzzle(t, m, session, random)
	}
	cube = cube[:0]
	for cell, value := range grid {
		cube = append(cube, model.Given{Var: model.Var(cell), Value: value})
	}
	for _, cell := range random.Perm(len(grid)) {
		if len(cube) == fewestGenerated {
			break
		}
		var without model.Cube
		for _, g := range cube {
			if g.Var != model.Var(cell) {
				without = append(without, g)
			}
		}
		if count, _ := firstOf(t, session, without, 2); count == 1 {
			cube = without
		}
	}
	text := []byte(strings.Repeat(".", len(grid)))
	for _, g := range cube {
		text[g.Var] = byte('0' + g.Value)
	}
	return string(text)
}

// TestGeneratedPuzzles checks that each of the generated puzzles has one solution; with -generate it makes them again.
func TestGeneratedPuzzles(t *testing.T) {
	e, err := engine.Lookup("native")
	if err != nil {
		t.Fatal(err)
	}
	for _, digit := range generatedDeltas {
		delta := int(digit - '0')
		t.Run(fmt.Sprintf("delta%d", delta), func(t *testing.T) {
			m, err := model.QuasiMagic(3, delta)
			if err != nil {
				t.Fatal(err)
			}
			session, err := e.Open(m, nil)
			if err != nil {
				t.Fatal(err)
			}
			defer session.Close()
			if *generate {
				random := rand.New(rand.NewPCG(generatedSeed, uint64(delta)))
				var text strings.Builder
				fmt.Fprintf(&text, "# %d quasi-magic Sudoku puzzles, Δ = %d, each with exactly one solution.\n"+
					"# Made by go test ./native -run GeneratedPuzzles -generate: a grid found by the engine native from a shuffled first row\n"+
					"# and random givens, givens removed in random order, down to %d, while the solution stays unique; seed %d.\n",
					generatedCount, delta, fewestGenerated, generatedSeed)
				for range generatedCount {
					fmt.Fprintln(&text, generatePuzzle(t, m, session, random))
				}
				if err := os.WriteFile(generatedFile(delta), []byte(text.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			file, err := os.Open(generatedFile(delta))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			found := 0
			for p, err := range model.ReadPuzzles(file.Name(), file, m, model.Characters) {
				if err != nil {
					t.Fatal(err)
				}
				if count, _ := firstOf(t, session, p.Cube, 2); count != 1 {
					t.Errorf("line %d: %d solutions, expected 1", p.Line, count)
				}
				found++
			}
			if found != generatedCount {
				t.Errorf("%d puzzles, expected %d", found, generatedCount)
			}
		})
	}
}
