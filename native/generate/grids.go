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
	plain := known && isPlain(family)
	shape := full.Shape{BoxRows: family.BoxRows, BoxColumns: family.BoxColumns}
	magic := full.Magic{Delta: family.Delta}
	fill := func(method full.Method) gridSource {
		return func(ctx context.Context, random *rand.Rand) (model.Assignment, error) {
			grid, _, err := full.Fill(ctx, method, shape, random)
			return grid, err
		}
	}
	switch {
	case plain && !unique:
		return fill(full.Pattern{}), nil
	case plain && m.Grid.Rows > maxSearched:
		return fill(full.Search{}), nil
	case !plain && known && family.BoxRows == 3 && family.Delta >= listedDelta:
		listed, err := listedGrids(ctx)
		if err != nil || family.Delta == listedDelta {
			return listed, err
		}
		return randomWalk(m, o, listed), nil
	case !plain && known && magic.Check(shape) == nil:
		return randomWalk(m, o, fill(magic)), nil
	default:
		return func(ctx context.Context, random *rand.Rand) (model.Assignment, error) {
			return o.randomSolution(ctx, random, m)
		}, nil
	}
}

// isPlain reports whether a family has the solutions of plain Sudoku: its Δ excludes none, and there are no pruning rules.
func isPlain(f model.Family) bool {
	return len(f.PruningRules) == 0 && (!f.QuasiMagic || f.Delta == model.MaxDelta(f.BoxRows))
}

// listedDelta is the Δ for which all grids are known.
const listedDelta = 2

// The walk to a quasi-magic grid has a number of rounds. Each round draws some boxes anew and keeps the others. With more boxes a
// round may take very long; with fewer it changes little.
const (
	walkRounds = 12
	walkOpened = 6
)

// listedGrids returns a source of quasi-magic grids 9×9 with Δ = 2; all 248,832 are equally likely. They are quasi-magic for every
// larger Δ too, and meet all pruning rules.
func listedGrids(ctx context.Context) (gridSource, error) {
	uniform, err := grids.NewUniform(ctx, listedDelta)
	if err != nil {
		return nil, err
	}
	return func(_ context.Context, random *rand.Rand) (model.Assignment, error) {
		var grid model.Assignment
		for _, digit := range uniform.Grid(random) {
			grid = append(grid, int(digit))
		}
		return grid, nil
	}, nil
}

// randomWalk returns a source that changes another source's grids at random. Its grids are not equally likely.
func randomWalk(m *model.Model, o *oracle, begin gridSource) gridSource {
	return func(ctx context.Context, random *rand.Rand) (model.Assignment, error) {
		grid, err := begin(ctx, random)
		boxes := m.Grid.BoxHouses()
		for round := 0; round < walkRounds && err == nil; round++ {
			var open []model.Var
			for _, box := range random.Perm(len(boxes))[len(boxes)-walkOpened:] {
				open = append(open, boxes[box].Cells...)
			}
			grid, err = o.redraw(ctx, random, m, grid, open)
		}
		return grid, err
	}
}
