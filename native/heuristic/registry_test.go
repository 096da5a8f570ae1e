package heuristic

import (
	"slices"
	"strconv"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// full returns a full grid of plain Sudoku: each row is the previous one shifted by a box, or by a cell at the end of a band.
func full(m *model.Model) (cube model.Cube) {
	g := m.Grid
	for cell := range g.Cells() {
		row, column := cell/g.Columns, cell%g.Columns
		value := (row%g.BoxRows*g.BoxColumns + row/g.BoxRows + column) % g.Columns
		cube = append(cube, model.Given{Var: model.Var(cell), Value: value + 1})
	}
	return cube
}

// quasiMagicGrid is a grid for Δ = 2.
const quasiMagicGrid = "184629573962753148537184926716538492258941367493267815375492681841376259629815734"

// Every method accepts grids of any shape, and quasi-magic ones of any shape if it accepts them at all, and fills the first two
// cells and the last.
func TestShapes(t *testing.T) {
	shapes := [][2]int{{2, 2}, {2, 3}, {3, 2}, {1, 5}, {3, 3}}
	if modeltest.Long() {
		shapes = append(shapes, [2]int{4, 4}, [2]int{5, 5})
	}
	for _, shape := range shapes {
		m := modeltest.Sudoku(t, shape[0], shape[1])
		cube := full(m)
		for _, method := range methods(t) {
			if (method == "max-product" || method == "sum-product") && shape[0] > 4 {
				continue // sets of 25 values
			}
			if result, _ := solve(t, method, m, nil, cube[2:len(cube)-1]); result.Outcome != engine.Solved {
				t.Errorf("%s, boxes %v: %+v", method, shape, result)
			}
		}
	}
	m := modeltest.QuasiMagic(t, 2)
	for _, method := range quasiMagic {
		if result, _ := solve(t, method, m, nil, parse(t, m, ".."+quasiMagicGrid[2:80]+".")); result.Outcome != engine.Solved {
			t.Errorf("%s, quasi-magic: %+v", method, result)
		}
	}
}

// Harmony search reports where its sums are right, and whether that is a solution: for one 4×4 puzzle both occur.
func TestHarmonyTellsZeroFromSolved(t *testing.T) {
	m := modeltest.Sudoku(t, 2, 2)
	seen := map[engine.Outcome]int{}
	for seed := range 20 {
		result, _ := solve(t, "harmony", m, engine.Options{"seed": strconv.Itoa(seed)}, parse(t, m, "123434..21..4321"))
		if slices.Contains(result.Effort, engine.Measure{Name: zeroObjective, Value: 1}) {
			seen[result.Outcome]++
		} else if result.Outcome == engine.Solved {
			t.Errorf("seed %d: a solution whose sums are not right", seed)
		}
	}
	if seen[engine.Solved] == 0 || seen[engine.Stuck] == 0 {
		t.Errorf("with all sums right: %v, expected both solved and stuck", seen)
	}
}
