package generate

import (
	"context"
	"math/rand/v2"

	"qmsat/model"
	"qmsat/native/grids"
)

// gridSource makes a full grid: a solution that puzzles are made from.
type gridSource func(ctx context.Context, random *rand.Rand) (model.Assignment, error)

// newGridSource returns the best source there is for a model: a uniform choice where all grids are known, which is
// quasi-magic Sudoku 9×9 with Δ = 2; a shuffled pattern for plain Sudoku where it is large, or where
// the puzzle is not to be unique; a randomised search elsewhere.
func newGridSource(m *model.Model, givens model.Cube, o *oracle, unique bool) (gridSource, error) {
	family, known := m.Family()
	known = known && len(givens) == 0
	plain := known && (!family.QuasiMagic || family.Delta == model.MaxDelta(family.BoxRows))
	switch {
	case known && family.QuasiMagic && family.BoxRows == 3 && family.Delta == 2:
		return uniformGrids()
	case plain && !unique:
		return func(_ context.Context, random *rand.Rand) (model.Assignment, error) {
			return Sudoku(random, family.BoxRows, family.BoxColumns), nil
		}, nil
	default:
		return func(ctx context.Context, random *rand.Rand) (model.Assignment, error) {
			return o.randomSolution(ctx, random, m)
		}, nil
	}
}

// uniformGrids returns a source of all grids with Δ = 2, each equally likely.
func uniformGrids() (gridSource, error) {
	uniform, err := grids.NewUniform(2)
	return func(_ context.Context, random *rand.Rand) (model.Assignment, error) {
		grid := uniform.Grid(random)
		a := make(model.Assignment, len(grid))
		for i, digit := range grid {
			a[i] = int(digit)
		}
		return a, nil
	}, err
}
