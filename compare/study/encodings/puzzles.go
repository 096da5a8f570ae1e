package encodings

import (
	"bufio"
	"encoding/json"
	"fmt"
	"iter"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"qmsat/compare/study/reproduce"
	"qmsat/internal/document"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/formats"
	"qmsat/native/generate/full"
)

func named(prefix string, number int, m *model.Model, cube model.Cube) Instance {
	return Instance{fmt.Sprintf("%s-%d", prefix, number), m, cube}
}

// puzzlesOf reads the puzzles of a file of testdata.
func puzzlesOf(prefix, name string, build func() (*model.Model, error)) func(Source) iter.Seq2[Instance, error] {
	return func(s Source) iter.Seq2[Instance, error] {
		return func(yield func(Instance, error) bool) {
			m, err := build()
			if err != nil {
				yield(Instance{}, err)
				return
			}
			file, err := os.Open(filepath.Join(s.Folder, name))
			if err != nil {
				yield(Instance{}, err)
				return
			}
			defer file.Close()
			number := 0
			for p, err := range model.ReadPuzzles(file.Name(), file, m, m.Notation()) {
				number++
				if !yield(named(prefix, number, m, p.Cube), err) {
					return
				}
			}
		}
	}
}

func sudoku(box int) func() (*model.Model, error) {
	return func() (*model.Model, error) { return model.Sudoku(box, box) }
}

func quasiMagic(delta int) func() (*model.Model, error) {
	return func() (*model.Model, error) { return model.QuasiMagic(3, delta) }
}

// open25 are 25×25 grids with 45 % of the cells given, and the foreign set if there is one.
func open25(s Source) iter.Seq2[Instance, error] {
	return func(yield func(Instance, error) bool) {
		files, _ := filepath.Glob(filepath.Join(s.Foreign, "*25x25*_45_*"))
		if s.Foreign == "" {
			files = nil
		}
		m, err := model.Sudoku(5, 5)
		for i := 0; i < len(files) && err == nil; i++ {
			var cube model.Cube
			cube, err = foreignCube(files[i], m)
			if !yield(named("foreign-25", i+1, m, cube), err) {
				return
			}
		}
		for instance, err := range givenShares("open-25", 5, 0.45)(s) {
			if !yield(instance, err) {
				return
			}
		}
	}
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
func givenShares(prefix string, box int, share float64) func(Source) iter.Seq2[Instance, error] {
	return seeded(prefix, 100, func(s Source, seed uint64) (*model.Model, model.Cube, error) {
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

// wronged are quasi-magic puzzles with one wrong given more, so that they have no solution.
func wronged(s Source) iter.Seq2[Instance, error] {
	return func(yield func(Instance, error) bool) {
		for _, delta := range []int{3, 5, 7, 4, 6, 8} {
			n := 0
			for instance, err := range puzzlesOf(fmt.Sprintf("wrong-%d", delta), fmt.Sprintf("quasimagic-delta%d.txt", delta), quasiMagic(delta))(s) {
				if err == nil {
					err = instance.addWrong(s)
				}
				if !yield(instance, err) || err != nil {
					return
				}
				if n++; n == 8 {
					break
				}
			}
		}
	}
}

// addWrong gives the first open cell of a puzzle with a single solution another value than the solution's.
func (i *Instance) addWrong(s Source) error {
	session, err := engine.Open(s, "native", i.Model, nil)
	if err != nil {
		return err
	}
	defer session.Close()
	found, err := engine.Solutions(s, session, i.Cube, 2)
	if err != nil || len(found) != 1 {
		return fmt.Errorf("%s: found %d solutions, expected one: %v", i.Name, len(found), err)
	}
	given := map[model.Var]bool{}
	for _, g := range i.Cube {
		given[g.Var] = true
	}
	for v, value := range found[0] {
		if !given[model.Var(v)] {
			i.Cube = append(i.Cube[:len(i.Cube):len(i.Cube)], model.Given{Var: model.Var(v), Value: value%i.Model.Grid.Columns + 1})
			break
		}
	}
	return nil
}

// larger are quasi-magic grids of larger order with a share of the cells given.
func larger(prefix string, r int, share float64, deltas ...int) func(Source) iter.Seq2[Instance, error] {
	return seeded(prefix, 40, func(s Source, seed uint64) (*model.Model, model.Cube, error) {
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
var quasigroups = seeded("quasigroup", 100, func(s Source, seed uint64) (*model.Model, model.Cube, error) {
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
func variants(s Source) iter.Seq2[Instance, error] {
	return func(yield func(Instance, error) bool) {
		file, err := os.Open(filepath.Join(s.Folder, "iss", "puzzles.jsonl"))
		if err != nil {
			yield(Instance{}, err)
			return
		}
		defer file.Close()
		format, err := formats.Lookup("iss")
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, document.MaxLine)
		seen := map[string]bool{}
		for lines.Scan() && err == nil {
			var line struct{ Name, Input, Solution string }
			if err = json.Unmarshal(lines.Bytes(), &line); err != nil || line.Solution == "" || seen[line.Name] {
				continue
			}
			seen[line.Name] = true
			p, unread := format.ReadNamed("", line.Input)
			if unread == nil && !yield(Instance{"variant " + line.Name, p.Model, p.Givens}, nil) {
				return
			}
		}
		if err != nil {
			yield(Instance{}, err)
		}
	}
}
