package generate

import (
	"context"
	"math/rand/v2"

	"qmsat/model"
	"qmsat/native/generate/full"
	"qmsat/native/grids"
)

// gridSource makes a full grid: a solution from which to make puzzles.
type gridSource func(ctx context.Context, random *rand.Rand) (model.Assignment, error)

// maxSearched is the most rows of a plain Sudoku grid that is drawn value by value, each among those that an engine finds
// possible. For larger grids that takes too long.
const maxSearched = 9

// newGridSource returns the best source for a model. For quasi-magic Sudoku 9×9 it is a uniform choice if all grids are known
// (Δ = 2), and a walk from there for other Δ. For quasi-magic Sudoku beyond 9×9 it is a walk from [full.Magic]. Otherwise it
// is a randomised search; for plain Sudoku of more than [maxSearched] rows [full.Search]. Plain Sudoku comes from a shuffled
// pattern if the puzzle need not be unique.
func newGridSource(ctx context.Context, m *model.Model, givens model.Cube, o *oracle, unique bool) (gridSource, error) {
	family, known := m.Family()
	known = known && len(givens) == 0
	plain := known && (!family.QuasiMagic || family.Delta == model.MaxDelta(family.BoxRows))
	shape := full.Shape{BoxRows: family.BoxRows, BoxColumns: family.BoxColumns}
	magic := full.Magic{Delta: family.Delta}
	switch {
	case plain && !unique:
		return func(_ context.Context, random *rand.Rand) (model.Assignment, error) {
			return full.Shuffled(random, shape), nil
		}, nil
	case plain && m.Grid.Rows > maxSearched:
		return func(ctx context.Context, random *rand.Rand) (model.Assignment, error) {
			grid, _, err := full.Fill(ctx, full.Search{}, shape, random)
			return grid, err
		}, nil
	case !plain && known && family.BoxRows == 3 && family.Delta >= listedDelta:
		return quasiMagicGrids(ctx, m, o, family.Delta)
	case !plain && known && magic.Check(shape) == nil:
		return func(ctx context.Context, random *rand.Rand) (model.Assignment, error) {
			grid, _, err := full.Fill(ctx, magic, shape, random)
			if err != nil {
				return nil, err
			}
			return randomWalk(ctx, random, m, o, grid)
		}, nil
	default:
		return func(ctx context.Context, random *rand.Rand) (model.Assignment, error) {
			return o.randomSolution(ctx, random, m)
		}, nil
	}
}

// listedDelta is the Δ for which all grids are known.
const listedDelta = 2

// The walk to a quasi-magic grid has a number of rounds. Each round draws some boxes anew and keeps the others. With more boxes a
// round may take very long; with fewer it changes little.
const (
	walkRounds = 12
	walkOpened = 6
)

// quasiMagicGrids returns a source of quasi-magic grids 9×9. For Δ = 2 all 248,832 are equally likely. For a larger Δ, a walk
// begins at one of these grids, which are quasi-magic for every larger Δ too; its results are not equally likely.
func quasiMagicGrids(ctx context.Context, m *model.Model, o *oracle, delta int) (gridSource, error) {
	uniform, err := grids.NewUniform(ctx, listedDelta)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, random *rand.Rand) (model.Assignment, error) {
		grid := make(model.Assignment, m.Grid.Cells())
		for i, digit := range uniform.Grid(random) {
			grid[i] = int(digit)
		}
		if delta == listedDelta {
			return grid, nil
		}
		return randomWalk(ctx, random, m, o, grid)
	}, nil
}

// randomWalk changes a grid at random into another one.
func randomWalk(ctx context.Context, random *rand.Rand, m *model.Model, o *oracle, grid model.Assignment) (model.Assignment, error) {
	boxes := m.Grid.BoxHouses()
	for range walkRounds {
		var open []model.Var
		for _, box := range random.Perm(len(boxes))[len(boxes)-walkOpened:] {
			open = append(open, boxes[box].Cells...)
		}
		var err error
		if grid, err = o.redraw(ctx, random, m, grid, open); err != nil {
			return nil, err
		}
	}
	return grid, nil
}
