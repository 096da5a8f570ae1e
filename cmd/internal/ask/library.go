package ask

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"qmsat/internal/lists"
	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/formats"
	"qmsat/testdata"
)

func init() {
	register(Method{Name: "library", Summary: "puzzles to choose from: the sets, or a puzzle of a set"}, library)
	addLines("quasi-magic", "quasi-magic Sudoku, Δ = 2", "quasimagic-180.txt", 2, [2]int{})
	for delta := 3; delta <= 8; delta++ {
		name := fmt.Sprintf("quasi-magic-%d", delta)
		addLines(name, fmt.Sprintf("quasi-magic Sudoku, Δ = %d", delta), fmt.Sprintf("quasimagic-delta%d.txt", delta), delta, [2]int{})
	}
	sets.Register("quasi-magic-larger", set{"quasi-magic Sudoku, 16×16 and 25×25", "larger/puzzle-*.txt", largerFiles})
	addLines("17-clue", "Sudoku with 17 givens", "sudoku-17-clue-3000.txt", plain, [2]int{})
	addLines("ai-sudoku", "AI Sudoku by Arto Inkala", "ai-sudoku-8.txt", plain, [2]int{2, 5})
	addLines("hardest", "the hardest Sudoku", "sudoku-hardest-375.txt", plain, [2]int{})
	addLines("levels-40", "Sudoku with their level, 40", "methods-40.txt", plain, [2]int{1, 5})
	addLines("levels-75", "Sudoku with their level, 75", "survey-75.txt", plain, [2]int{1, 5})
	addLines("multi-2000", "Sudoku with several solutions", "sudoku-multi-2000.txt", plain, [2]int{})
	addLines("top1465", "hard Sudoku, a set for programs", "sudoku-top1465.txt", plain, [2]int{})
	for size, folder := range map[string]string{"16x16": "", "25x25": "", "36x36": "", "49x49": "large/"} {
		addLines("sudoku-"+size, "Sudoku "+strings.Replace(size, "x", "×", 1), folder+"sudoku-"+size+".txt", plain, [2]int{})
	}
	sets.Register("models", set{"models of many kinds", "models/*.yaml", modelFiles})
	sets.Register("models-to-count", set{"models with many solutions", "counts/*.yaml", modelFiles})
	sets.Register("iss", set{"variants, from Interactive Sudoku Solver", "iss/puzzles.jsonl", issPuzzles})
}

// plain is the Δ of puzzles that are not quasi-magic.
const plain = -1

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
func (i item) read(ctx context.Context) (*document.Document, error) {
	p, _, err := formats.ReadAny(ctx, "", i.text)
	switch {
	case err != nil:
		return nil, err
	case i.delta == plain:
		return p.Document, nil
	}
	m, err := model.QuasiMagic(p.Model.Grid.BoxRows, i.delta)
	if err != nil {
		return nil, err
	}
	return document.New(m).WithGivens(p.Givens), nil
}

// addLines adds a set with a puzzle a line. The first column has the cells. A puzzle's name is in the columns from the first of
// named to before the second.
func addLines(name, title, file string, delta int, named [2]int) {
	sets.Register(name, set{title, file, func(file string) (items []item, err error) {
		text, err := testdata.Library.ReadFile(file)
		for line := range strings.Lines(string(text)) {
			if words := strings.Fields(line); len(words) > 0 && words[0][0] != '#' {
				name := words[min(named[0], len(words)):min(named[1], len(words))]
				items = append(items, item{name: strings.Join(name, " "), text: words[0], delta: delta})
			}
		}
		return items, err
	}})
}

// largerFiles reads files of one puzzle, whose names have the size of its boxes and its Δ.
func largerFiles(pattern string) (items []item, err error) {
	files, err := fs.Glob(testdata.Library, pattern)
	for _, file := range files {
		var rows, columns, delta int
		text, err := testdata.Library.ReadFile(file)
		if err == nil {
			_, err = fmt.Sscanf(path.Base(file), "puzzle-%dx%d-delta%d.txt", &rows, &columns, &delta)
		}
		if err != nil {
			return nil, err
		}
		size := rows * columns
		items = append(items, item{name: fmt.Sprintf("%d×%d, Δ = %d", size, size, delta), text: string(text), delta: delta})
	}
	return items, err
}

func modelFiles(pattern string) (items []item, err error) {
	files, err := fs.Glob(testdata.Library, pattern)
	for _, file := range files {
		text, err := testdata.Library.ReadFile(file)
		if err != nil {
			return nil, err
		}
		items = append(items, item{name: strings.TrimSuffix(path.Base(file), ".yaml"), text: string(text), delta: plain})
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
		items = append(items, item{name: puzzle.Name, text: puzzle.Input, delta: plain})
	}
	return items, err
}

type libraryRequest struct {
	Name  string `json:"name" note:"empty: which sets there are"`
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

// opened is a puzzle of a set.
type opened struct {
	Puzzle Puzzle `json:"puzzle"`
}

func library(ctx context.Context, q libraryRequest, _ func(any) error) (answer either[[]setAnswer, opened], err error) {
	if q.Name == "" {
		answer.any, err = catalogue()
		return answer, err
	}
	s, err := sets.Lookup(q.Name)
	if err != nil {
		return answer, BadRequest{err}
	}
	items, err := s.items(s.file)
	switch {
	case err != nil:
		return answer, err
	case q.Index < 0 || q.Index >= len(items):
		return answer, badf("index: found %d, expected 0 to %d", q.Index, len(items)-1)
	}
	chosen := items[q.Index]
	d, err := chosen.read(ctx)
	if err != nil {
		return answer, badIn(ctx, fmt.Errorf("%s: %w", cmp.Or(chosen.name, q.Name), err))
	}
	if m := d.Model; m.Name == "" {
		m.Name = cmp.Or(chosen.name, fmt.Sprintf("%s, %d", s.title, q.Index+1))
	}
	puzzle, err := newPuzzle(d)
	answer.any = opened{puzzle}
	return answer, err
}
