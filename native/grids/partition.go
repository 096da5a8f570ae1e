package grids

import (
	"math/bits"

	"qmsat/model"
)

const (
	side     = 3           // rows and columns of a box
	digits   = side * side // values 1..9
	cells    = digits * digits
	allOf    = digitSet(1)<<digits - 1
	maxDelta = 9 // (3³−3²)/2: from here on every filling is quasi-magic
)

// digitSet is a set of digits; bit d−1 stands for the digit d.
type digitSet uint16

func setOf(list ...uint8) digitSet {
	var s digitSet
	for _, d := range list {
		s |= 1 << (d - 1)
	}
	return s
}

func (s digitSet) size() int { return bits.OnesCount16(uint16(s)) }

// least returns the smallest digit of a set that is not empty.
func (s digitSet) least() uint8 { return uint8(bits.TrailingZeros16(uint16(s))) + 1 }

func (s digitSet) sum() int {
	sum := 0
	for ; s != 0; s &= s - 1 {
		sum += int(s.least())
	}
	return sum
}

// bound is the Δ of quasi-magic Sudoku, 0 to 9: lines of a box sum to 15 plus or minus Δ.
type bound int

// allows reports whether three digits in a row, column or diagonal of a box meet the bound.
func (b bound) allows(sum int) bool {
	magic := model.MagicConstant(side)
	return magic-int(b) <= sum && sum <= magic+int(b)
}

// triples returns the 3-sets that may stand in a line, in ascending order.
func (b bound) triples() []digitSet {
	var list []digitSet
	for s := digitSet(0); s <= allOf; s++ {
		if s.size() == side && b.allows(s.sum()) {
			list = append(list, s)
		}
	}
	return list
}

// partition is the digits in each of the three rows (or columns) of a box, up to exchange of the outer two. That exchange swaps
// the two diagonals, so the filling stays quasi-magic. It leaves 840 of the 1680 ordered partitions of the digits into three
// 3-sets. The middle row matters, because the diagonals meet there.
type partition struct {
	middle       digitSet
	outer, other digitSet // outer < other
}

func newPartition(middle, outer, other digitSet) partition {
	return partition{middle, min(outer, other), max(outer, other)}
}

// partitions returns the partitions whose three parts may stand in lines, in ascending order of middle and outer.
func (b bound) partitions() []partition {
	var list []partition
	for _, middle := range b.triples() {
		for _, outer := range b.triples() {
			other := allOf &^ middle &^ outer
			if middle&outer == 0 && outer < other && b.allows(other.sum()) {
				list = append(list, partition{middle, outer, other})
			}
		}
	}
	return list
}

// filling returns the filling with these row sets and column sets, both in their stored order, and whether a quasi-magic one
// exists. It assumes that the sums of rows and columns are right.
func (b bound) filling(rows, columns partition) (filling, bool) {
	var f filling
	for i, row := range [side]digitSet{rows.outer, rows.middle, rows.other} {
		for j, column := range [side]digitSet{columns.outer, columns.middle, columns.other} {
			cell := row & column
			if cell.size() != 1 {
				return filling{}, false
			}
			f[side*i+j] = cell.least()
		}
	}
	return f, b.allows(int(f[0]+f[4]+f[8])) && b.allows(int(f[2]+f[4]+f[6]))
}
