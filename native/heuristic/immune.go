package heuristic

import (
	"slices"

	"qmsat/model/engine"
)

var (
	immuneAntibodies = populationSetting("20")
	immuneClones     = engine.NewInteger("clones", "of each grid in a generation", "grids", "5",
		engine.Range{Min: 1, Max: 1000})
	immuneFresh = engine.NewInteger("fresh", "number of worst grids that each generation replaces by random ones", "grids", "1",
		engine.Range{Max: 10000})
	immuneRate = engine.NewNumber("rate", "swaps at most for each missing value of the grid that is cloned", "0.2",
		engine.AtLeast(0))
)

func init() {
	register(&method{
		name: "immune", summary: "clones grids and changes the worse ones more; after the survey's description; may fail",
		limit:    limitSetting("generations before it gives up", "generations", "50000"),
		settings: []*engine.Setting{immuneAntibodies, immuneClones, immuneFresh, immuneRate}, search: immunise,
	})
}

// immunise makes one generation an iteration: the best clone of each grid replaces it unless it is worse. The cost is the number
// of values missing in rows and columns.
//
// Source: clonal selection, as Jilg, Carter, "Sudoku evolution", 2009.
func immunise(r *run) []int8 {
	population, free := r.populate(immuneAntibodies.Int(r.options), r.absent), r.movable().boxes
	clones, rate := immuneClones.Int(r.options), immuneRate.Float(r.options)
	fresh := min(immuneFresh.Int(r.options), len(population)-1)
	clone, best := make([]int8, len(r.given)), make([]int8, len(r.given))
	for {
		rank(population)
		if population[0].cost == 0 {
			return population[0].value
		}
		if len(free) == 0 || !r.next() {
			return nil
		}
		for i := range population {
			if r.ended() {
				return nil
			}
			parent := &population[i]
			if i >= len(population)-fresh {
				parent.value = r.fill().value
				parent.cost = r.absent(parent.value)
			}
			lowest := parent.cost + 1
			for range clones {
				copy(clone, parent.value)
				for range 1 + r.random.IntN(1+int(min(rate*parent.cost, 1000))) {
					r.swapIn(clone, free[r.random.IntN(len(free))])
				}
				if cost := r.absent(clone); cost < lowest {
					lowest = cost
					copy(best, clone)
				}
			}
			if lowest <= parent.cost {
				parent.value, parent.cost = slices.Clone(best), lowest
			}
		}
	}
}
