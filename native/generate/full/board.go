package full

import (
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
)

// board is a partly filled grid of plain Sudoku: the candidates of each cell, and the number of positions of each value in each
// house. Removals can be undone in reverse order.
type board struct {
	shape   Shape
	n       int  // number of rows, columns, boxes, and values; values are 0 to n-1 here
	words   int  // number of 64-bit words per cell, for candidates
	singles bool // naked and hidden singles are placed at once

	candidates []uint64
	sizes      []int32 // by cell: its number of candidates
	values     []int32 // by cell; -1 if open
	houses     [][3]int32
	members    [][]int32 // by house: its cells
	positions  []int32   // by house and value: the number of cells that may have it
	left       int       // number of candidates of all open cells

	crossings []model.Crossing // made when first needed
	unionsOf  []bitset.Set     // memory for the unions of subsets, by size

	removed []int32 // cell·n + value, in the order of removal
	fixed   []int32 // cells in the order of placement
	pending []int32 // cell·n + value, to be placed
	steps   int64   // candidates removed, and cells examined for reductions, since the board was made
}

// newBoard returns an empty grid. singles says whether singles are placed at once.
func newBoard(shape Shape, singles bool) *board {
	n := shape.Side()
	b := &board{shape: shape, n: n, words: bitset.Words(n), singles: singles, left: n * n * n}
	cells := n * n
	b.candidates, b.sizes, b.values = make([]uint64, cells*b.words), make([]int32, cells), make([]int32, cells)
	b.houses, b.members, b.positions = make([][3]int32, cells), make([][]int32, 3*n), slices.Repeat([]int32{int32(n)}, 3*n*n)
	for cell := range cells {
		b.sizes[cell], b.values[cell] = int32(n), -1
		b.of(cell).Fill(n)
	}
	for i, house := range shape.grid().Houses() {
		for _, cell := range house.Cells {
			b.members[i] = append(b.members[i], int32(cell))
			b.houses[cell][i/n] = int32(i)
		}
	}
	return b
}

func (b *board) may(cell, value int) bool {
	return b.candidates[cell*b.words+value>>6]>>(value&63)&1 != 0
}

func (b *board) of(cell int) bitset.Set { return b.candidates[cell*b.words : (cell+1)*b.words] }

func (b *board) full() bool { return len(b.fixed) == len(b.values) }

// place gives an open cell a value and propagates it. It reports false on a contradiction; [board.undo] takes the removals back.
func (b *board) place(cell, value int) bool {
	b.pending = append(b.pending[:0], int32(cell*b.n+value))
	return b.settle()
}

// settle fixes pending cells until none is left.
func (b *board) settle() bool {
	for i := 0; i < len(b.pending); i++ {
		cell, value := int(b.pending[i])/b.n, int(b.pending[i])%b.n
		if !b.fix(cell, value) {
			b.pending = b.pending[:0]
			return false
		}
	}
	b.pending = b.pending[:0]
	return true
}

// fix gives a cell a value, and removes the value from the cells of its houses.
func (b *board) fix(cell, value int) bool {
	if b.values[cell] >= 0 {
		return int(b.values[cell]) == value
	}
	if !b.may(cell, value) {
		return false
	}
	b.values[cell] = int32(value)
	b.fixed = append(b.fixed, int32(cell))
	b.left--
	for other := range b.of(cell).All() {
		if other != value && !b.remove(cell, other) {
			return false
		}
	}
	for _, house := range b.houses[cell] {
		for _, other := range b.members[house] {
			if int(other) != cell && b.may(int(other), value) && !b.remove(int(other), value) {
				return false
			}
		}
	}
	return true
}

// remove removes a candidate from a cell. It reports false if the cell has none left or, with singles, the value has no position
// left in a house. With singles, a last candidate or position becomes pending.
func (b *board) remove(cell, value int) bool {
	b.of(cell).Remove(value)
	b.removed = append(b.removed, int32(cell*b.n+value))
	b.steps++
	b.left--
	b.sizes[cell]--
	possible := b.sizes[cell] > 0
	if b.singles && b.sizes[cell] == 1 && b.values[cell] < 0 {
		b.pending = append(b.pending, int32(cell*b.n+b.of(cell).Lowest()))
	}
	for _, house := range b.houses[cell] {
		positions := &b.positions[int(house)*b.n+value]
		*positions--
		if !b.singles {
			continue
		}
		switch *positions {
		case 0:
			possible = false
		case 1:
			b.pending = append(b.pending, int32(b.onlyCell(int(house), value)*b.n+value))
		}
	}
	return possible
}

// onlyCell returns the first cell of a house that may have a value.
func (b *board) onlyCell(house, value int) int {
	for _, cell := range b.members[house] {
		if b.may(int(cell), value) {
			return int(cell)
		}
	}
	panic("full: a value without a place")
}

// mark is a state to return to.
type mark struct{ removed, fixed int }

func (b *board) mark() mark { return mark{len(b.removed), len(b.fixed)} }

// undo returns to a mark.
func (b *board) undo(to mark) {
	b.left += len(b.removed) - to.removed + len(b.fixed) - to.fixed
	for _, cell := range b.fixed[to.fixed:] {
		b.values[cell] = -1
	}
	b.fixed = b.fixed[:to.fixed]
	for _, r := range b.removed[to.removed:] {
		cell, value := int(r)/b.n, int(r)%b.n
		b.of(cell).Add(value)
		b.sizes[cell]++
		for _, house := range b.houses[cell] {
			b.positions[int(house)*b.n+value]++
		}
	}
	b.removed = b.removed[:to.removed]
}

// copyFrom copies another board of the same shape, except its count of steps.
func (b *board) copyFrom(other *board) {
	copy(b.candidates, other.candidates)
	copy(b.sizes, other.sizes)
	copy(b.values, other.values)
	copy(b.positions, other.positions)
	b.left = other.left
	b.removed = append(b.removed[:0], other.removed...)
	b.fixed = append(b.fixed[:0], other.fixed...)
}

// grid returns the values of a full grid, counted from 1.
func (b *board) grid() []int {
	grid := make([]int, len(b.values))
	for cell, value := range b.values {
		grid[cell] = int(value) + 1
	}
	return grid
}
