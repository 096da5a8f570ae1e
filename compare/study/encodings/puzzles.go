package encodings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"qmsat/compare/study/reproduce"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/formats"
	"qmsat/native/generate/full"
)

// puzzlesOf reads the puzzles of a file of testdata.
func puzzlesOf(prefix, name string, build func() (*model.Model, error)) func(Source) ([]draft, error) {
	return func(s Source) (list []draft, err error) {
		m, err := build()
		if err != nil {
			return nil, err
		}
		file, err := os.Open(filepath.Join(s.Folder, name))
		if err != nil {
			return nil, err
		}
		defer file.Close()
		puzzles, err := model.CollectPuzzles(model.ReadPuzzles(file.Name(), file, m, m.Notation()))
		for i, p := range puzzles {
			list = append(list, fixed(numbered(prefix, i+1), m, p.Cube))
		}
		return list, err
	}
}

func sudoku(box int) func() (*model.Model, error) {
	return func() (*model.Model, error) { return model.Sudoku(box, box) }
}

func quasiMagic(delta int) func() (*model.Model, error) {
	return func() (*model.Model, error) { return model.QuasiMagic(3, delta) }
}

// open25 are 25×25 grids with 45 % of the cells given, after the foreign set if there is one.
func open25(s Source) (list []draft, err error) {
	if s.Foreign != "" {
		files, _ := filepath.Glob(filepath.Join(s.Foreign, "*25x25*_45_*"))
		for i, file := range files {
			list = append(list, draft{numbered("foreign-25", i+1), func() (*model.Model, model.Cube, error) {
				m, err := model.Sudoku(5, 5)
				if err != nil {
					return nil, nil, err
				}
				cube, err := foreignCube(file, m)
				return m, cube, err
			}})
		}
	}
	own, err := givenShares("open-25", 5, 0.45)(s)
	return append(list, own...), err
}

// foreignCube reads a puzzle of Lloyd and Amos: the box's side, a number, and the cells, −1 for an open one.
func foreignCube(name string, m *model.Model) (cube model.Cube, err error) {
	text, err := os.ReadFile(name)
	words := strings.Fields(string(text))
	cells := len(m.Variables)
	if err != nil || len(words) < cells {
		return nil, fmt.Errorf("%s: found %d words, expected %d cells: %v", name, len(words), cells, err)
	}
	for v, word := range words[len(words)-cells:] {
		if value, err := strconv.Atoi(word); err == nil && value > 0 {
			cube = append(cube, model.Given{Var: model.Var(v), Value: value})
		}
	}
	return cube, nil
}

// givenShares are grids with a share of the cells given.
func givenShares(prefix string, box int, share float64) func(Source) ([]draft, error) {
	return seeded(prefix, func(s Source, seed uint64) (*model.Model, model.Cube, error) {
		m, err := model.Sudoku(box, box)
		if err != nil {
			return nil, nil, err
		}
		cubes, err := reproduce.Givens(s, box, 1, share, seed)
		if err != nil {
			return nil, nil, err
		}
		return m, cubes[0], nil
	})
}

// wronged are quasi-magic puzzles with one wrong given more, so that they have no solution: eight of each Δ.
func wronged(s Source) (list []draft, err error) {
	for _, delta := range []int{3, 5, 7, 4, 6, 8} {
		right, err := puzzlesOf(fmt.Sprintf("wrong-%d", delta), fmt.Sprintf("quasimagic-delta%d.txt", delta), quasiMagic(delta))(s)
		if err != nil {
			return nil, err
		}
		for _, d := range right[:8] {
			list = append(list, draft{d.name, func() (*model.Model, model.Cube, error) {
				m, cube, _ := d.make()
				cube, err := withWrong(s, m, cube)
				return m, cube, err
			}})
		}
	}
	return list, nil
}

// withWrong gives the first open cell of a puzzle with a single solution another value than the solution's.
func withWrong(s Source, m *model.Model, cube model.Cube) (model.Cube, error) {
	session, err := engine.Open(s, "native", m, nil)
	if err != nil {
		return nil, err
	}
	defer session.Close()
	found, err := engine.Solutions(s, session, cube, 2)
	if err != nil || len(found) != 1 {
		return nil, fmt.Errorf("found %d solutions, expected one: %v", len(found), err)
	}
	for v, value := range found[0] {
		if !slices.ContainsFunc(cube, func(g model.Given) bool { return g.Var == model.Var(v) }) {
			return append(slices.Clip(cube), model.Given{Var: model.Var(v), Value: value%m.Grid.Columns + 1}), nil
		}
	}
	return nil, errors.New("found no open cell, expected one")
}

// larger are quasi-magic grids of larger order with a share of the cells given.
func larger(prefix string, r int, share float64, deltas ...int) func(Source) ([]draft, error) {
	return seeded(prefix, func(s Source, seed uint64) (*model.Model, model.Cube, error) {
		delta := deltas[int(seed)%len(deltas)]
		random := rand.New(rand.NewPCG(seed, uint64(r)))
		m, err := model.QuasiMagic(r, delta)
		if err != nil {
			return nil, nil, err
		}
		grid, _, err := full.Fill(s, full.Magic{Delta: delta}, full.Shape{BoxRows: r, BoxColumns: r}, random)
		return m, share1(random, grid, share), err
	})
}

// share1 draws each cell of a grid with a probability.
func share1(random *rand.Rand, grid []int, share float64) (cube model.Cube) {
	for v, value := range grid {
		if random.Float64() < share {
			cube = append(cube, model.Given{Var: model.Var(v), Value: value})
		}
	}
	return cube
}

// quasigroups are Latin squares of order 30 with 42 % of the cells open, where they are hardest.
//
// Source: Achlioptas and others, "Generating satisfiable problem instances", 2000.
var quasigroups = seeded("quasigroup", func(s Source, seed uint64) (*model.Model, model.Cube, error) {
	const order = 30
	m, err := model.Sudoku(1, order)
	if err != nil {
		return nil, nil, err
	}
	random := rand.New(rand.NewPCG(seed, order))
	grid, _, err := full.Fill(s, full.Bands{}, full.Shape{BoxRows: 1, BoxColumns: order}, random)
	return m, share1(random, grid, 0.58), err
})

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
			list = append(list, draft{"variant " + line.Name, func() (*model.Model, model.Cube, error) {
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
