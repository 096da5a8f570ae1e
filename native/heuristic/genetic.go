package heuristic

import (
	"math"

	"qmsat/model/engine"
)

var (
	geneticPopulation = populationSetting("100")
	geneticMutation   = mutationSetting("0.12")
	// The size of the elite, and that parents are the better of two of it, are our choice.
	geneticElite = engine.NewInteger("elite", "number of best grids; they survive and are the parents of all others", "grids", "40",
		engine.Range{Min: 1, Max: 10000})
	// The published fitness leads to grids with products near 9! that miss two dozen values.
	geneticFitness = engine.NewName("fitness", "how grids are rated: by missing values, or as published by sums and products too",
		"published", "missing", "published")
	// Our choice: after some fifty generations all grids are alike and no longer change.
	geneticRestart = engine.NewInteger("restart", "generations before all grids are drawn again; 0: never",
		"generations", "200", engine.AtLeast(0))
)

func init() {
	register(&method{
		name: "genetic-2007", summary: "a population of grids, crossed between boxes and changed within them; may fail",
		limit:    limitSetting("generations before it gives up", "generations", "100000"),
		settings: []*engine.Setting{geneticPopulation, geneticElite, geneticMutation, geneticRestart, geneticFitness}, search: breed,
	})
}

// breed makes one generation an iteration: the elite survives, and the others are children of two of its grids. Each box of a
// child may mutate.
//
// Source: Mantere, Koljonen, "Solving, rating and generating Sudoku puzzles with GA", CEC 2007.
func breed(r *run) []int8 {
	free, w := r.movable().boxes, newWeigher(r)
	var population []individual
	size := geneticPopulation.Int(r.options)
	elite, mutation := min(geneticElite.Int(r.options), size-1), geneticMutation.Float(r.options)
	for generation, restart := 0, geneticRestart.Int(r.options); ; generation++ {
		if generation == 0 || restart > 0 && generation%restart == 0 {
			population = r.populate(size, w.cost)
		}
		rank(population)
		if population[0].cost == 0 {
			return population[0].value
		}
		if len(free) == 0 || !r.next() {
			return nil
		}
		r.renew(population, free, w, elite, mutation)
	}
}

// renew replaces all grids except the elite by the elite's children.
func (r *run) renew(population []individual, free [][]int, w weigher, elite int, mutation float64) {
	for i := elite; i < len(population) && !r.ended(); i++ {
		child := &population[i]
		r.cross(population[r.better(elite)].value, population[r.better(elite)].value, child.value)
		for _, cells := range free {
			if r.random.Float64() < mutation {
				r.mutate(child.value, cells)
			}
		}
		child.cost = w.cost(child.value)
	}
}

// mutate swaps two values of a box, rotates three, or moves one to another place. As far as we know, the frequencies were not
// published: here one half, one quarter and one quarter.
func (r *run) mutate(value []int8, cells []int) {
	a, b := r.random.IntN(len(cells)), r.random.IntN(len(cells)-1)
	if b >= a {
		b++
	}
	switch r.random.IntN(4) {
	case 0:
		c := cells[r.random.IntN(len(cells))]
		value[cells[a]], value[cells[b]] = value[cells[b]], value[cells[a]]
		value[cells[b]], value[c] = value[c], value[cells[b]]
	case 1:
		step := 1
		if b < a {
			step = -1
		}
		for ; a != b; a += step {
			value[cells[a]], value[cells[a+step]] = value[cells[a+step]], value[cells[a]]
		}
	default:
		value[cells[a]], value[cells[b]] = value[cells[b]], value[cells[a]]
	}
}

// weigher is the published fitness of grids of one size.
type weigher struct {
	*run
	missing   bool    // only missing values count
	sum       int     // of a house's values
	factorial float64 // their product
}

func newWeigher(r *run) weigher {
	w := weigher{r, geneticFitness.Value(r.options) == "missing", r.size * (r.size + 1) / 2, 1}
	for v := range r.size {
		w.factorial *= float64(v + 1)
	}
	return w
}

// cost returns 10·Σ|sum − 45| + Σ√|product − 9!| + 50·Σ missing values over rows and columns; 45 and 9! are adapted to the grid's
// size. It is 0 only for solutions.
func (w weigher) cost(value []int8) float64 {
	cost := 50 * w.absent(value)
	if w.missing || cost == 0 { // otherwise products of 19 and more values differ by rounding
		return cost
	}
	for _, line := range w.houses[:2*w.size] {
		sum, product := 0, 1.0
		for _, cell := range line {
			sum += int(value[cell]) + 1
			product = float64(product * float64(value[cell]+1))
		}
		cost += float64(10*max(sum-w.sum, w.sum-sum)) + math.Sqrt(math.Abs(product-w.factorial))
	}
	return cost
}
