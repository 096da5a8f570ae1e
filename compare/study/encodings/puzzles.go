package encodings

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"qmsat/compare/study/reproduce"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/formats"
	"qmsat/native/generate/full"
)

// plain stands for a Δ: the grids are not quasi-magic.
const plain = -1

// grids returns the model of square boxes, quasi-magic or plain.
func grids(box, delta int) (*model.Model, error) {
	if delta == plain {
		return model.Sudoku(box, box)
	}
	return model.QuasiMagic(box, delta)
}

// puzzles are those of a file of testdata.
func puzzles(prefix, name string, box, delta int) drafts {
	return func(s Source) (list []draft, err error) {
		m, err := grids(box, delta)
		if err != nil {
			return nil, err
		}
		file, err := os.Open(filepath.Join(s.Folder, name))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		found, err := model.CollectPuzzles(model.ReadPuzzles(file.Name(), file, m, m.Notation()))
		for i, p := range found {
			list = append(list, built(numbered(prefix, i+1), func() *model.Model { return m }, p.Cube...))
		}
		return list, err
	}
}

// foreign are the puzzles of Lloyd and Amos with 45 % of the cells given, if their folder is known. A file has the side of the
// boxes, a number, and the cells: −1 is an open one.
//
// Source: Lloyd and Amos, "Solving Sudoku with ant colony optimization", 2020.
func foreign(s Source) ([]draft, error) {
	if s.Foreign == "" {
		return nil, nil
	}
	return lists.Make(100, func(i int) draft {
		return draft{numbered("foreign-25", i), func(s Source) (*model.Model, model.Cube, error) {
			name := filepath.Join(s.Foreign, "instances", "general", fmt.Sprintf("inst25x25_45_%d.txt", i))
			text, err := os.ReadFile(name)
			if err != nil {
				return nil, nil, err
			}
			m, err := model.Sudoku(5, 5)
			if err != nil {
				return nil, nil, err
			}
			words := strings.Fields(string(text))
			if len(words) != len(m.Variables)+2 {
				return nil, nil, fmt.Errorf("%s: found %d words, expected 2 and %d cells", name, len(words), len(m.Variables))
			}
			var cube model.Cube
			for v, word := range words[2:] {
				value, err := strconv.Atoi(word)
				if err != nil || value == 0 || value < -1 || value > 25 {
					return nil, nil, fmt.Errorf("%s: found the cell %s, expected -1 or 1 to 25", name, word)
				}
				if value > 0 {
					cube = append(cube, model.Given{Var: model.Var(v), Value: value})
				}
			}
			return m, cube, nil
		}}
	}), nil
}

// filled are grids with a share of the cells given: plain ones, or quasi-magic ones of the deltas in turn.
func filled(prefix string, shape full.Shape, share float64, deltas ...int) drafts {
	return seeded(prefix, func(s Source, seed uint64) (*model.Model, model.Cube, error) {
		var method full.Method = full.Bands{}
		m, err := model.Sudoku(shape.BoxRows, shape.BoxColumns)
		if len(deltas) > 0 {
			delta := deltas[int(seed)%len(deltas)]
			method = full.Magic{Delta: delta}
			m, err = grids(shape.BoxRows, delta)
		}
		if err != nil {
			return nil, nil, err
		}
		cubes, err := reproduce.Givens(s, method, shape, 1, share, seed)
		return m, slices.Concat(cubes...), err
	})
}

// magicPuzzles are quasi-magic puzzles of 9×9.
func magicPuzzles(prefix string, delta int) drafts {
	file := fmt.Sprintf("quasimagic-delta%d.txt", delta)
	if delta == 2 {
		file = "quasimagic-180.txt"
	}
	return puzzles(numbered(prefix, delta), file, 3, delta)
}

// wronged are quasi-magic puzzles with a wrong given, so that they have no solution, and without the givens that this does not
// need: four of each Δ.
func wronged(s Source) (list []draft, err error) {
	for delta := 2; delta <= 8; delta++ {
		right, err := magicPuzzles("wrong-given", delta)(s)
		if err != nil {
			return nil, err
		}
		for _, d := range right[:4] {
			list = append(list, draft{d.name, func(s Source) (*model.Model, model.Cube, error) {
				m, cube, _ := d.make(s)
				open := func(r Record) *int { return r.Failed }
				if delta > 6 {
					open = func(r Record) *int { return r.Open }
				}
				cube, err := withWrong(s, m, cube, open)
				return m, cube, err
			}})
		}
	}
	return list, nil
}

// withWrong gives an open cell of a puzzle with one solution another value, and removes each given if there is still no solution
// without it. It takes the first cell with which failed literals do not refute the rest, or just unit propagation: with Δ = 7 or 8,
// failed literals refute nearly all.
func withWrong(s Source, m *model.Model, right model.Cube, open func(Record) *int) (model.Cube, error) {
	session, err := engine.Open(s, "native", m, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	solution, err := engine.Solutions(s, session, right, 1)
	for v := 0; err == nil && len(solution) > 0 && v < len(m.Variables); v++ {
		if slices.ContainsFunc(right, func(g model.Given) bool { return g.Var == model.Var(v) }) {
			continue
		}
		cube := append(slices.Clip(right), model.Given{Var: model.Var(v), Value: solution[0][v]%m.Grid.Columns + 1})
		for i := len(right) - 1; i >= 0 && err == nil; i-- {
			less := slices.Delete(slices.Clone(cube), i, i+1)
			var found []model.Assignment
			if found, err = engine.Solutions(s, session, less, 1); len(found) == 0 {
				cube = less
			}
		}
		formula, wrong := Formula(s, "", Instance{Model: m, Cube: cube}, standard.options())
		if err = cmp.Or(err, wrong); err == nil && *open(formula) >= 0 {
			return cube, nil
		}
	}
	return nil, fmt.Errorf("found no wrong given that propagation leaves open: %v", err)
}

// variants are the puzzles of Interactive Sudoku Solver that have a solution.
func variants(s Source) (list []draft, err error) {
	text, err := os.ReadFile(filepath.Join(s.Folder, "iss", "puzzles.jsonl"))
	if err != nil {
		return nil, err
	}
	format, err := formats.Lookup("iss")
	seen := map[string]bool{}
	for decoder := json.NewDecoder(bytes.NewReader(text)); decoder.More() && err == nil; {
		var line struct{ Name, Input, Solution string }
		if err = decoder.Decode(&line); err == nil && line.Solution != "" && !seen[line.Name] {
			seen[line.Name] = true
			list = append(list, draft{"variant " + line.Name, func(Source) (*model.Model, model.Cube, error) {
				p, err := format.ReadNamed("", line.Input)
				if err != nil {
					return nil, nil, err
				}
				return p.Model, p.Givens, nil
			}})
		}
	}
	return list, err
}
