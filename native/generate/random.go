package generate

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"qmsat/model"
)

// NewRandom returns the source of randomness for a seed.
func NewRandom(seed uint64) *rand.Rand { return NewStream(seed, 0) }

// NewStream returns one of the independent sources of randomness for a seed; number 0 is that of [NewRandom]. A puzzle with its
// own stream does not depend on earlier puzzles.
func NewStream(seed, number uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, number)) }

// Givens returns a puzzle with count of the grid's cells, drawn uniformly, in row-major order.
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

// Share returns a puzzle with each cell of the grid drawn with a probability.
func Share(random *rand.Rand, grid model.Assignment, share float64) (cube model.Cube) {
	for v, value := range grid {
		if random.Float64() < share {
			cube = append(cube, model.Given{Var: model.Var(v), Value: value})
		}
	}
	return cube
}
