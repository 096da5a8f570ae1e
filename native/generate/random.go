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

// Streams returns a function that returns the independent sources of randomness for a seed by number, as [NewStream] does.
func Streams(seed uint64) func(number int) *rand.Rand {
	return func(number int) *rand.Rand { return NewStream(seed, uint64(number)) }
}

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
