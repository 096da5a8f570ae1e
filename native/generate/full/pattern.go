package full

import (
	"context"
	"math/rand/v2"
)

// Pattern makes grids by [Shuffled]. It does not search, and cannot reach most grids.
type Pattern struct{}

func (Pattern) filler(shape Shape, random *rand.Rand) filler {
	return &shuffler{shape: shape, random: random}
}

// shuffler holds the grid once it is made.
type shuffler struct {
	shape  Shape
	random *rand.Rand
	grid   []int
}

func (f *shuffler) advance(context.Context, int64) bool {
	f.grid = Shuffled(f.random, f.shape)
	return true
}

func (f *shuffler) result() []int { return f.grid }

func (f *shuffler) effort() Effort { return Effort{Steps: int64(len(f.grid))} }

// Shuffled returns a full grid of plain Sudoku. It shuffles a fixed pattern by symmetries of the grid: values, bands, rows of a
// band, stacks, columns of a stack, and, if boxes are square, rows against columns. Not every grid is a shuffle of the pattern,
// and the reachable ones are not equally likely if several shuffles give the same grid. The time is linear in the number of
// cells.
func Shuffled(random *rand.Rand, shape Shape) []int {
	boxRows, boxColumns := shape.BoxRows, shape.BoxColumns
	n := boxRows * boxColumns
	values := random.Perm(n)
	rows := shuffledLines(random, boxColumns, boxRows)
	columns := shuffledLines(random, boxRows, boxColumns)
	transpose := boxRows == boxColumns && random.IntN(2) == 1
	grid := make([]int, n*n)
	for r, row := range rows {
		for c, column := range columns {
			cell := r*n + c
			if transpose {
				cell = c*n + r
			}
			// Each row of the pattern is the first row, shifted by a box's width, plus one more for each band.
			grid[cell] = values[(row%boxRows*boxColumns+row/boxRows+column)%n] + 1
		}
	}
	return grid
}

// shuffledLines returns the numbers of rows (or columns) after a shuffle of bands, and of rows within bands.
func shuffledLines(random *rand.Rand, bands, bandSize int) []int {
	var lines []int
	for _, band := range random.Perm(bands) {
		for _, line := range random.Perm(bandSize) {
			lines = append(lines, band*bandSize+line)
		}
	}
	return lines
}
