package model

import (
	"fmt"

	"qmsat/internal/lists"
)

// MaxSize is the largest number of rows of a builder's grid.
const MaxSize = 100

// Sudoku returns the model of plain Sudoku with boxes of boxRows rows and boxColumns columns: n = boxRows·boxColumns rows,
// columns, boxes and values, each house all-different. Sudoku(1, n) is the Latin square of order n; its boxes are its rows. n
// must be 1 to [MaxSize].
func Sudoku(boxRows, boxColumns int) (*Model, error) {
	if boxRows < 1 || boxColumns < 1 || boxRows > MaxSize || boxColumns > MaxSize || boxRows*boxColumns > MaxSize {
		return nil, fmt.Errorf("boxes of %d×%d, expected both sides at least 1 and 1 to %d cells", boxRows, boxColumns, MaxSize)
	}
	n := boxRows * boxColumns
	m := NewGrid(&Grid{Rows: n, Columns: n, BoxRows: boxRows, BoxColumns: boxColumns}, Interval(1, n))
	m.Name = fmt.Sprintf("Sudoku %d×%d", n, n)
	m.Constraints = AllDifferentHouses(m.Grid.Houses())
	return m, nil
}

// NewGrid returns a model of bare cells, each with the given values, and no constraints. The values become the grid's.
func NewGrid(g *Grid, values Domain) *Model {
	g.Values = values
	m := &Model{Grid: g}
	for r := range g.Rows {
		for c := range g.Columns {
			m.AddVariable(CellName(r, c), values)
		}
	}
	return m
}

func AllDifferentHouses(houses []House) []Constraint {
	return lists.Map(houses, func(house House) Constraint { return &AllDifferent{Name: house.Name, Vars: house.Cells} })
}
