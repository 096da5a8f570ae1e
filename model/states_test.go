package model

import (
	"math/big"
	"testing"
)

func TestStates(t *testing.T) {
	// given fills the first cells of each box: as many as are not open.
	given := func(m *Model, open ...int) Cube {
		var cube Cube
		for box, cells := range m.Grid.BoxHouses() {
			for i, cell := range cells.Cells[open[box]:] {
				cube = append(cube, Given{cell, i + 1})
			}
		}
		return cube
	}
	sudoku := func(rows, columns int) *Model {
		m, err := Sudoku(rows, columns)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	nine, six, four := sudoku(3, 3), sudoku(2, 3), sudoku(2, 2)
	for _, test := range []struct {
		name  string
		model *Model
		cube  Cube
		want  string
	}{
		// Published as 2.851·10^42.
		{"the paper's example", nine, given(nine, 8, 9, 8, 8, 7, 8, 8, 9, 8), "2851541804253051725830360267751424000000000"},
		{"the empty grid", four, nil, "331776"},
		{"a full grid", four, given(four, 0, 0, 0, 0), "1"},
		{"oblong boxes", six, given(six, 6, 5, 4, 3, 2, 1), "24883200"},
		{"a cell given twice", four, Cube{{0, 1}, {0, 2}}, "82944"},
	} {
		states, err := test.model.States(test.cube)
		want, _ := new(big.Int).SetString(test.want, 10)
		if err != nil || states.Cmp(want) != 0 {
			t.Errorf("%s: %v, %v, expected %v", test.name, states, err, want)
		}
	}
	for name, m := range map[string]*Model{
		"no boxes": NewGrid(&Grid{Rows: 2, Columns: 2}, Interval(1, 2)),
		"no grid":  {},
	} {
		if states, err := m.States(nil); err == nil {
			t.Errorf("%s: %v states, expected an error", name, states)
		}
	}
}
