package sample

import (
	"qmsat/model"
)

// sudokuGrid draws a grid of plain Sudoku: the cyclic one, with digits, bands, stacks, rows of a band and columns of a stack
// in a random order.
func (d *drawer) sudokuGrid(box shape) model.Assignment {
	n := box.rows * box.columns
	digits := shuffled(d, numbers[int](n))
	rows := d.lineOrder(n/box.rows, box.rows)
	columns := d.lineOrder(n/box.columns, box.columns)
	var grid model.Assignment
	for _, r := range rows {
		for _, c := range columns {
			grid = append(grid, digits[(box.columns*(r%box.rows)+r/box.rows+c)%n]+1)
		}
	}
	return grid
}

// lineOrder draws an order of lines that keeps groups of them together.
func (d *drawer) lineOrder(groups, size int) []int {
	var order []int
	for _, group := range shuffled(d, numbers[int](groups)) {
		for _, line := range shuffled(d, numbers[int](size)) {
			order = append(order, group*size+line)
		}
	}
	return order
}

// quasiMagicText is a 9×9 quasi-magic grid with Δ = 2, and so with every larger Δ: the first of testdata/quasimagic-180.txt.
const quasiMagicText = "184629573962753148537184926716538492258941367493267815375492681841376259629815734"

// quasiMagicGrid draws a 9×9 grid with Δ = 2: a known one, with bands and stacks in a random order, some of them and the
// digits turned round, and rows and columns exchanged or not. None of that changes the sums' distance from 15.
func (d *drawer) quasiMagicGrid() model.Assignment {
	rows, columns := d.mirroredOrder(), d.mirroredOrder()
	transposed, complemented := d.IntN(2) == 1, d.IntN(2) == 1
	var grid model.Assignment
	for _, r := range rows {
		for _, c := range columns {
			from := 9*r + c
			if transposed {
				from = 9*c + r
			}
			digit := int(quasiMagicText[from] - '0')
			if complemented {
				digit = 10 - digit
			}
			grid = append(grid, digit)
		}
	}
	return grid
}

// mirroredOrder draws an order of nine lines: groups of three in any order, each as it is or backwards.
func (d *drawer) mirroredOrder() []int {
	var order []int
	for _, group := range shuffled(d, numbers[int](3)) {
		first, step := 3*group, 1
		if d.IntN(2) == 1 {
			first, step = first+2, -1
		}
		order = append(order, first, first+step, first+2*step)
	}
	return order
}
