package reproduce

import (
	"context"
	"math/rand/v2"

	"qmsat/model"
	"qmsat/native/generate/full"
)

// TransitionMethods are methods of the survey that solve most hard puzzles and take any size, with budgets for 16×16 and 25×25: Lewis'
// own, which there cools faster than as published, since a chain has the square of the free cells as its length, and the two that do
// best at 9×9.
var TransitionMethods = []string{
	"annealing[iterations=20000000,cooling=0.95]", "quantum-annealing[iterations=10000000]", "projection[steps=5000]",
}

// Givens draws puzzles of a side's size whose givens are a share of a full grid's cells, each cell being given with that chance: they have
// a solution, or several. With a larger share the puzzles of one seed have some givens more.
//
// Source: Lewis, "Metaheuristics can solve sudoku puzzles", Journal of Heuristics 13 (2007), section 5, where full grids are shuffled
// from one; here they are made band by band.
func Givens(ctx context.Context, box, puzzles int, share float64, seed uint64) ([]model.Cube, error) {
	var cubes []model.Cube
	for i := range puzzles {
		random := rand.New(rand.NewPCG(seed+uint64(i), uint64(box)))
		grid, _, err := full.Fill(ctx, full.Bands{}, full.Shape{BoxRows: box, BoxColumns: box}, random)
		if err != nil {
			return nil, err
		}
		var cube model.Cube
		for v, value := range grid {
			if random.Float64() < share {
				cube = append(cube, model.Given{Var: model.Var(v), Value: value})
			}
		}
		cubes = append(cubes, cube)
	}
	return cubes, nil
}
