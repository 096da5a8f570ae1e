package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"qmsat/model"
)

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
