package heuristic

import (
	"math"

	"qmsat/model/engine"
)

var (
	geneticPopulation = populationSetting("100")
	geneticMutation   = mutationSetting("0.12")
	// How many stay, and that parents are the better of two of them, is ours.
	geneticElite = engine.NewInteger("elite", "best grids, which survive and are the parents of all others", "grids", "40",
		engine.Range{Min: 1, Max: 10000})
	// The published fitness leads to grids whose products are near 9! and that miss two dozen values.
	geneticFitness = engine.NewName("fitness", "as published, with sums and products, or by missing values alone",
		"published", "missing", "published")
	// Ours, too: after some fifty generations the grids are all alike, and do not change any more.
	geneticRestart = engine.NewInteger("restart", "generations until all grids are drawn again; 0: never",
		"generations", "200", engine.AtLeast(0))
)

func init() {
	register(&method{
		name: "genetic-2007", summary: "a population of grids, crossed between boxes and changed within them; may fail",
		limit:    limitSetting("generations before it gives up", "generations", "100000"),
		settings: []*engine.Setting{geneticPopulation, geneticElite, geneticMutation, geneticRestart, geneticFitness}, search: breed,
	})
}

// breed has a generation an iteration: the elite stays, and the others are children of two of its grids, each of whose boxes changes with
// some chance.
//
// Source: Mantere, Koljonen, "Solving, rating and generating Sudoku puzzles with GA", CEC 2007.
func breed(r *run) []int8 {
	free, w := r.freeCells(), newWeigher(r)
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

// renew makes children of the elite in place of all others.
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

// mutate swaps two values of a box, or moves three in a ring, or takes one out and inserts it elsewhere. How often each is done was not
// published to our knowledge: here half of the time, and a quarter each.
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
	missing   bool    // whether nothing else counts
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

// cost returns 10·Σ|sum − 45| + Σ√|product − 9!| + 50·Σ missing values over rows and columns, with the numbers of the grid's size for 45
// and 9!. It is 0 for solutions alone.
func (w weigher) cost(value []int8) float64 {
	cost := 50 * w.absent(value)
	if w.missing || cost == 0 { // else products of 19 values and more differ by rounding
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
