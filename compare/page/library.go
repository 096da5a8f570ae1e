package page

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"qmsat/internal/lists"
	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/formats"
	"qmsat/testdata"
)

func init() {
	register("library", "puzzles to choose from: the sets, or a puzzle of a set", library)
	addLines("quasi-magic", "quasi-magic Sudoku, Δ = 2", "quasimagic-180.txt", 2)
	for delta := 3; delta <= 8; delta++ {
		name := fmt.Sprintf("quasi-magic-%d", delta)
		addLines(name, fmt.Sprintf("quasi-magic Sudoku, Δ = %d", delta), fmt.Sprintf("quasimagic-delta%d.txt", delta), delta)
	}
	addLines("17-clue", "Sudoku with 17 givens", "sudoku-17-clue-3000.txt", plain)
	addLines("hardest", "the hardest Sudoku", "sudoku-hardest-375.txt", plain)
	addLines("top1465", "hard Sudoku, a set for programs", "sudoku-top1465.txt", plain)
	sets.Register("models", set{"models of many kinds", "models/*.yaml", modelFiles})
	sets.Register("iss", set{"variants, from Interactive Sudoku Solver", "iss/puzzles.jsonl", issPuzzles})
}

// plain is the Δ of puzzles that are not quasi-magic; there are no quasi-magic grids for 0.
const plain = 0

// sets are the sets of puzzles by name.
var sets = registry.New[set]("set of puzzles")

// set is a set of puzzles in files of testdata.
type set struct {
	title, file string
	items       func(file string) ([]item, error)
}

// item is a puzzle of a set. One without a name has its number.
type item struct {
	name, text string
	delta      int // of a quasi-magic puzzle, or plain
}

// read returns the puzzle.
func (i item) read(ctx context.Context) (*model.Model, model.Cube, error) {
	p, _, err := formats.ReadAny(ctx, "", i.text)
	switch {
	case err != nil:
		return nil, nil, err
	case i.delta == plain:
		return p.Model, p.Givens, nil
	}
	m, err := model.QuasiMagic(3, i.delta)
	return m, p.Givens, err
}

// addLines adds a set with a puzzle a line.
func addLines(name, title, file string, delta int) {
	sets.Register(name, set{title, file, func(file string) (items []item, err error) {
		text, err := testdata.Library.ReadFile(file)
		for line := range strings.Lines(string(text)) {
			if cells, _, _ := strings.Cut(strings.TrimSpace(line), " "); cells != "" && cells[0] != '#' {
				items = append(items, item{text: cells, delta: delta})
			}
		}
		return items, err
	}})
}

func modelFiles(pattern string) (items []item, err error) {
	files, err := fs.Glob(testdata.Library, pattern)
	for _, file := range files {
		text, err := testdata.Library.ReadFile(file)
		if err != nil {
			return nil, err
		}
		items = append(items, item{name: strings.TrimSuffix(strings.TrimPrefix(file, "models/"), ".yaml"), text: string(text)})
	}
	return items, err
}

func issPuzzles(file string) (items []item, err error) {
	text, err := testdata.Library.ReadFile(file)
	for line := range bytes.Lines(text) {
		var puzzle struct{ Name, Input string }
		if err := json.Unmarshal(line, &puzzle); err != nil {
			return nil, err
		}
		items = append(items, item{name: puzzle.Name, text: puzzle.Input})
	}
	return items, err
}

type libraryRequest struct {
	Name  string `json:"name"` // empty: which sets there are
	Index int    `json:"index"`
}

type setAnswer struct {
	Name  string   `json:"name"`
	File  string   `json:"file"`
	Title string   `json:"title"`
	Count int      `json:"count"`
	Names []string `json:"names,omitempty"` // of the puzzles, if they have some
}

// catalogue lists the sets.
var catalogue = sync.OnceValues(func() (list []setAnswer, err error) {
	for _, name := range sets.Names() {
		s := sets.Entries[name]
		items, err := s.items(s.file)
		if err != nil {
			return nil, err
		}
		names := lists.Map(lists.Filter(items, func(i item) bool { return i.name != "" }), func(i item) string { return i.name })
		list = append(list, setAnswer{name, s.file, s.title, len(items), names})
	}
	return list, nil
})

func library(ctx context.Context, q libraryRequest, _ func(any) error) (any, error) {
	if q.Name == "" {
		return catalogue()
	}
	s, err := sets.Lookup(q.Name)
	if err != nil {
		return nil, BadRequest{err}
	}
	items, err := s.items(s.file)
	switch {
	case err != nil:
		return nil, err
	case q.Index < 0 || q.Index >= len(items):
		return nil, badf("index: found %d, expected 0 to %d", q.Index, len(items)-1)
	}
	chosen := items[q.Index]
	m, givens, err := chosen.read(ctx)
	if err != nil {
		return nil, badIn(ctx, fmt.Errorf("%s: %w", cmp.Or(chosen.name, q.Name), err))
	}
	if m.Name == "" {
		m.Name = cmp.Or(chosen.name, fmt.Sprintf("%s, %d", s.title, q.Index+1))
	}
	var answer struct {
		Puzzle Puzzle `json:"puzzle"`
	}
	answer.Puzzle, err = newPuzzle(m, givens)
	return answer, err
}
