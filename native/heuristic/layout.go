package heuristic

import (
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
	sums     [][]int // by cell: the lines of its box that have a sum; nil in plain Sudoku
	lines    [][]int // the cells of those lines
	constant int     // what each sums to, give or take delta
	delta    int
}

// newLayout refuses what is neither plain Sudoku nor, where the method takes it, quasi-magic.
func newLayout(by *method, m *model.Model) (*layout, error) {
	f, ok := m.Family()
	switch {
	case !ok || len(f.PruningRules) > 0 || f.QuasiMagic && !by.quasiMagic:
		expected := "plain Sudoku"
		if by.quasiMagic {
			expected = "plain or quasi-magic Sudoku without rules"
		}
		return nil, engine.Unsupported(by.name, "the model is another, expected %s", expected)
	case by.mostValues > 0 && m.Grid.Rows > by.mostValues:
		return nil, engine.Unsupported(by.name, "the grid has %d values, expected %d at most", m.Grid.Rows, by.mostValues)
	}
	g := m.Grid
	l := &layout{model: m, size: g.Rows, row: make([]int, g.Cells()), column: make([]int, g.Cells()), box: make([]int, g.Cells())}
	l.houses = append(append(cellsOf(g.RowHouses(), l.row), cellsOf(g.ColumnHouses(), l.column)...), cellsOf(g.BoxHouses(), l.box)...)
	l.boxes = l.houses[2*l.size:]
	l.sums = make([][]int, g.Cells())
	if f.QuasiMagic {
		l.constant, l.delta = model.MagicConstant(f.BoxRows), f.Delta
		for box := range g.Boxes() {
			for _, line := range g.BoxLines(box) {
				cells := make([]int, 0, len(line.Cells))
				for _, v := range line.Cells {
					l.sums[v] = append(l.sums[v], len(l.lines))
					cells = append(cells, int(v))
				}
				l.lines = append(l.lines, cells)
			}
		}
	}
	return l, nil
}

// cellsOf returns the cells of houses, and notes for each cell the number of its house.
func cellsOf(houses []model.House, of []int) [][]int {
	lists := make([][]int, len(houses))
	for i, house := range houses {
		for _, v := range house.Cells {
			lists[i] = append(lists[i], int(v))
			of[v] = i
		}
	}
	return lists
}

// assignment returns the model's values of a grid, or nil where there is none or a cell has no value.
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
