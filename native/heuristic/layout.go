package heuristic

import (
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// layout is a grid of plain or quasi-magic Sudoku. Cells are numbered as the model's variables, values from 0.
type layout struct {
	model    *model.Model
	size     int // of a side, and of a house
	row      []int
	column   []int
	box      []int
	boxes    [][]int // by box: its cells, row by row
	houses   [][]int // rows, columns and boxes
	sums     [][]int // by cell: the lines of its box with a sum; nil in plain Sudoku
	lines    [][]int // by line with a sum: its cells
	constant int     // the sum of each, plus or minus delta
	delta    int
}

// newLayout accepts plain Sudoku, and quasi-magic Sudoku if the method does.
func newLayout(by *method, m *model.Model) (*layout, error) {
	f, ok := m.Family()
	switch {
	case !ok || len(f.PruningRules) > 0 || f.QuasiMagic && !by.quasiMagic:
		expected := "plain Sudoku"
		if by.quasiMagic {
			expected = "plain or quasi-magic Sudoku without rules"
		}
		return nil, engine.Unsupported(by.name, "found another model, expected %s", expected)
	case by.mostValues > 0 && m.Grid.Rows > by.mostValues:
		return nil, engine.Unsupported(by.name, "the grid has %d values, expected %d at most", m.Grid.Rows, by.mostValues)
	}
	g := m.Grid
	l := &layout{model: m, size: g.Rows, row: make([]int, g.Cells()), column: make([]int, g.Cells()), box: make([]int, g.Cells())}
	for cell := range l.row {
		l.row[cell], l.column[cell], l.box[cell] = g.Coordinates(model.Var(cell))
	}
	for _, house := range g.Houses() {
		l.houses = append(l.houses, numbersOf(house.Cells))
	}
	l.boxes = l.houses[2*l.size:]
	l.sums = make([][]int, g.Cells())
	if f.QuasiMagic {
		l.constant, l.delta = model.MagicConstant(f.BoxRows), f.Delta
		for box := range g.Boxes() {
			for _, line := range g.BoxLines(box) {
				for _, v := range line.Cells {
					l.sums[v] = append(l.sums[v], len(l.lines))
				}
				l.lines = append(l.lines, numbersOf(line.Cells))
			}
		}
	}
	return l, nil
}

// numbersOf returns cells as numbers.
func numbersOf(cells []model.Var) []int {
	return lists.Map(cells, func(v model.Var) int { return int(v) })
}

// assignment returns the model's values of a grid. It returns nil if there is no grid or a cell has no value.
func (l *layout) assignment(values []int8) model.Assignment {
	a := make(model.Assignment, len(l.row))
	for cell := range a {
		if values == nil || values[cell] == none {
			return nil
		}
		a[cell] = int(values[cell]) + 1
	}
	return a
}
