package code

import (
	"math/bits"

	"qmsat/model"
	"qmsat/native/grids"
)

const (
	side   = 3           // rows and columns of a box
	digits = side * side // values 1..9
	// Length is the number of cells of a word.
	Length = digits * digits
)

// Word is the content of the 81 cells, row by row, with 0 for erased cells.
type Word = grids.Grid

// cellSet is a set of cells.
type cellSet [2]uint64

func (s *cellSet) add(cell int)     { s[cell/64] |= 1 << (cell % 64) }
func (s cellSet) has(cell int) bool { return s[cell/64]>>(cell%64)&1 != 0 }
func (s cellSet) size() int         { return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) }

// packed is a word by binary digits: for each bit, the cells whose values have it.
type packed [4]cellSet

func pack(w *Word) (p packed) {
	for cell, value := range w {
		for position := range p {
			if value>>position&1 != 0 {
				p[position].add(cell)
			}
		}
	}
	return p
}

// differences returns the cells in which two words differ.
func (p *packed) differences(q *packed) (s cellSet) {
	for i := range s {
		s[i] = (p[0][i] ^ q[0][i]) | (p[1][i] ^ q[1][i]) | (p[2][i] ^ q[2][i]) | (p[3][i] ^ q[3][i])
	}
	return s
}

// The kinds of houses. Each cell is in one house of each kind.
const (
	row = iota
	column
	box
	kinds
)

// houseCount is the number of rows, columns and boxes.
const houseCount = kinds * digits

// boxCell returns the cell at a position of a box.
func boxCell(box, position int) int {
	return (box/side*side+position/side)*digits + box%side*side + position%side
}

// houses are the cells of rows, columns and boxes; housesOf are the houses of a cell, by kind.
var houses, housesOf = func() (houses [houseCount][digits]int, of [Length][kinds]int) {
	for h := range digits {
		for i := range digits {
			for kind, cell := range []int{h*digits + i, i*digits + h, boxCell(h, i)} {
				houses[kind*digits+h][i], of[cell][kind] = cell, kind*digits+h
			}
		}
	}
	return
}()

// lines are the rows, columns and diagonals of boxes; linesOf are the lines of a cell.
var lines, linesOf = func() (lines [][side]int, of [Length][]int) {
	lines = make([][side]int, 0, 8*digits)
	for cell := range of {
		of[cell] = make([]int, 0, 4)
	}
	for b := range digits {
		for _, positions := range [][side]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}} {
			for i, position := range positions {
				cell := boxCell(b, position)
				positions[i], of[cell] = cell, append(of[cell], len(lines))
			}
			lines = append(lines, positions)
		}
	}
	return
}()

// allows reports whether a line of a quasi-magic word for a Δ may have the sum.
func allows(delta, sum int) bool {
	magic := model.MagicConstant(side)
	return magic-delta <= sum && sum <= magic+delta
}
