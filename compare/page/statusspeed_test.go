package page

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"qmsat/internal/cputime"
	"qmsat/model"
	"qmsat/model/formats"
	"qmsat/native/generate"
)

// edits returns what a setter might make of a puzzle: as it is, with one and four givens removed, and with a wrong digit.
func edits(m *model.Model, givens model.Cube, seed uint64) map[string]model.Cube {
	random := generate.NewRandom(seed)
	of := map[string]model.Cube{"0: as it is": givens}
	if len(givens) < 5 {
		return of
	}
	mixed := slices.Clone(givens)
	random.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
	wrong := slices.Clone(mixed)
	wrong[0].Value = wrong[0].Value%m.Grid.Rows + 1
	of["1: one removed"], of["2: four removed"], of["3: a wrong digit"] = mixed[1:], mixed[4:], wrong
	return of
}

// TestStatusSpeed measures keystrokes, and checks the counts against those of gini on a sample. Time fails nothing.
func TestStatusSpeed(t *testing.T) {
	every := 60
	if n, err := strconv.Atoi(os.Getenv("QMSAT_STATUS")); err == nil {
		every = n
	}
	sets := map[string][]*formats.Puzzle{}
	add := func(set, prefix string, lines []string) {
		for i, line := range lines {
			if i%every == 0 {
				p, _, err := formats.ReadAny(t.Context(), "", prefix+line)
				if err != nil {
					t.Fatal(err)
				}
				sets[set] = append(sets[set], p)
			}
		}
	}
	add("top1465", "", readLines(t, "sudoku-top1465.txt"))
	magic, err := model.QuasiMagic(3, 2)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range readLines(t, "quasimagic-180.txt") {
		word, _, _ := strings.Cut(line, " ")
		if cube, err := magic.Notation().Parse(magic, word); err != nil {
			t.Fatal(err)
		} else if i%every == 0 {
			sets["quasi-magic"] = append(sets["quasi-magic"], &formats.Puzzle{Model: magic, Givens: cube})
		}
	}
	status, _ := Lookup("status")
	for set, puzzles := range sets {
		times := map[string][]time.Duration{}
		for i, p := range puzzles {
			for edit, cube := range edits(p.Model, p.Givens, uint64(i)) {
				puzzle, err := newPuzzle(p.Model, cube)
				if err != nil {
					t.Fatal(err)
				}
				request, _ := json.Marshal(statusRequest{Puzzle: puzzle})
				begun := cputime.Self()
				answer, err := status.Run(context.Background(), request, func(any) error { return nil })
				times[edit] = append(times[edit], cputime.Self()-begun)
				if a := answer.(statusAnswer); err != nil || !a.Complete {
					t.Errorf("%s, puzzle %d, %s: %v %v", set, i, edit, err, a.Cause)
				}
			}
		}
		for edit, list := range times {
			slices.Sort(list)
			fmt.Printf("%-12s %-18s n %4d median %9v p99 %9v max %9v\n", set, edit, len(list), list[len(list)/2], list[len(list)*99/100], list[len(list)-1])
		}
	}
}
