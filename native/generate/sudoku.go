package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"qmsat/model"
)

// Sudoku returns a full grid of plain Sudoku with boxes of boxRows rows and boxColumns columns. It shuffles a fixed
// pattern by symmetries of the grid: values, bands, rows of a band, stacks, columns of a stack, and, where boxes are
// square, rows against columns. Not every grid can come out of one pattern, and those that can are not equally likely
// where several shuffles give the same grid; the time is linear in the number of cells.
func Sudoku(random *rand.Rand, boxRows, boxColumns int) model.Assignment {
	n := boxRows * boxColumns
	values := random.Perm(n)
	rows := shuffledLines(random, boxColumns, boxRows)
	columns := shuffledLines(random, boxRows, boxColumns)
	transpose := boxRows == boxColumns && random.IntN(2) == 1
	grid := make(model.Assignment, n*n)
	for r, row := range rows {
		for c, column := range columns {
			cell := r*n + c
			if transpose {
				cell = c*n + r
			}
			// Each row of the pattern is the first one, moved by a box's width, and from band to band by one more.
			grid[cell] = values[(row%boxRows*boxColumns+row/boxRows+column)%n] + 1
		}
	}
	return grid
}

// shuffledLines returns the numbers of rows (or columns), where whole bands, and rows within bands, are shuffled.
func shuffledLines(random *rand.Rand, bands, bandSize int) []int {
	var lines []int
	for _, band := range random.Perm(bands) {
		for _, line := range random.Perm(bandSize) {
			lines = append(lines, band*bandSize+line)
		}
	}
	return lines
}

// Givens returns a puzzle with count of the grid's cells, all choices of cells being equally likely, in row-major order.
func Givens(random *rand.Rand, grid model.Assignment, count int) (model.Cube, error) {
	if count < 0 || count > len(grid) {
		return nil, fmt.Errorf("%d givens, expected 0 to %d", count, len(grid))
	}
	cells := random.Perm(len(grid))[:count]
	slices.Sort(cells)
	cube := model.Cube{}
	for _, cell := range cells {
		cube = append(cube, model.Given{Var: model.Var(cell), Value: grid[cell]})
	}
	return cube, nil
}
