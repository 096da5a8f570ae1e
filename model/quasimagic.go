package model

import (
	"fmt"

	"qmsat/internal/lists"
)

// MagicConstant returns r(r²+1)/2, the sum of every line of a magic square of order r.
func MagicConstant(r int) int { return r * (r*r + 1) / 2 }

// MaxDelta returns (r³−r²)/2, the Δ from which on every filling of an r×r box is quasi-magic.
func MaxDelta(r int) int { return (r*r*r - r*r) / 2 }

// QuasiMagic returns the model of quasi-magic Sudoku with r×r boxes: plain Sudoku in which each row, column and diagonal
// of each box (mini-grid) sums to the magic constant r(r²+1)/2 give or take delta. delta runs from 0 to (r³−r²)/2, where
// it asks nothing more than plain Sudoku.
//
// Source: Roach, Jones, Perkins, Grimstead, "A knowledge-rich approach to the rapid enumeration of quasi-magic Sudoku
// search spaces", ICAART 2009, for r = 3.
func QuasiMagic(r, delta int) (*Model, error) {
	m, err := Sudoku(r, r)
	if err != nil {
		return nil, err
	}
	for box := range m.Grid.Boxes() {
		lines, err := QuasiMagicBox(m.Grid, box, delta)
		if err != nil {
			return nil, err
		}
		m.Constraints = append(m.Constraints, lines...)
	}
	m.Name = fmt.Sprintf("quasi-magic Sudoku %d×%d, Δ = %d", r*r, r*r, delta)
	return m, nil
}

// QuasiMagicBox returns the constraints that make one square box of a grid, numbered from 0, quasi-magic.
func QuasiMagicBox(g *Grid, box, delta int) ([]Constraint, error) {
	r := g.BoxRows
	if r != g.BoxColumns || r == 0 {
		return nil, fmt.Errorf("boxes of %d×%d have no quasi-magic form, expected square boxes", g.BoxRows, g.BoxColumns)
	}
	if delta < 0 || delta > MaxDelta(r) {
		return nil, fmt.Errorf("quasi-magic Δ = %d, expected 0 to %d for %d×%d boxes", delta, MaxDelta(r), r, r)
	}
	if box < 0 || box >= g.Boxes() {
		return nil, fmt.Errorf("box %d, expected 0 to %d", box, g.Boxes()-1)
	}
	constraints := lists.Map(g.BoxLines(box), func(line House) Constraint {
		return Sum(line.Name, MagicConstant(r)-delta, MagicConstant(r)+delta, line.Cells...)
	})
	return constraints, nil
}

// QuasiMagicMovements generate the symmetries of quasi-magic Sudoku 9×9 that keep digits, 4,608 in all: transposition, which turns
// what is done to rows into what is done to columns, exchange of the outer rows of a band, and permutations of the bands. Each says
// where the content of each cell goes.
//
// Source: Jones, Perkins and Roach, Discrete Math. 311, 2011.
func QuasiMagicMovements() [][]Var {
	rows := func(order ...int) []Var {
		return pruningGrid.Moved(func(row, column int) (int, int) { return order[row], column })
	}
	return [][]Var{
		pruningGrid.Moved(func(row, column int) (int, int) { return column, row }),
		rows(2, 1, 0, 3, 4, 5, 6, 7, 8),
		rows(3, 4, 5, 0, 1, 2, 6, 7, 8),
		rows(0, 1, 2, 6, 7, 8, 3, 4, 5),
	}
}
