package heuristic

import (
	"slices"

	"qmsat/model/engine"
)

var (
	// We know no parameters of the three methods of Jilg and Carter; those of the swarm, the bees and the immune system are our
	// choice.
	swarmParticles = populationSetting("50")
	swarmMutation  = mutationSetting("0.05")
	swarmPersonal  = engine.NewNumber("personal", "the chance that a box comes from the particle's best grid", "0.3",
		engine.Range{Max: 1})
	swarmGlobal = engine.NewNumber("global",
		"the chance that a box, if it does not come from there, comes from the best grid of all", "0.3", engine.Range{Max: 1})
)

func init() {
	register(&method{
		name: "swarm", summary: "draws grids to their best and the best of all; after the survey's description; may fail",
		limit:    limitSetting("moves of all particles until it gives up", "moves", "100000"),
		settings: []*engine.Setting{swarmParticles, swarmMutation, swarmPersonal, swarmGlobal}, search: fly,
	})
}

// fly moves all particles in each iteration. Each particle takes its boxes from its position, its best grid and the best grid of
// all, and changes boxes by swaps. The cost is the number of values missing in rows and columns.
//
// Source: Moraglio, Togelius, "Geometric particle swarm optimization for the Sudoku puzzle", GECCO 2007; Jilg, Carter, 2009.
func fly(r *run) []int8 {
	bests, free := r.populate(swarmParticles.Int(r.options), r.absent), r.movable().boxes
	mutation, personal, global := swarmMutation.Float(r.options), swarmPersonal.Float(r.options), swarmGlobal.Float(r.options)
	particles, best := make([][]int8, len(bests)), 0
	for i := range bests {
		particles[i] = slices.Clone(bests[i].value)
		if bests[i].cost < bests[best].cost {
			best = i
		}
	}
	for bests[best].cost > 0 {
		if len(free) == 0 || !r.next() {
			return nil
		}
		for i, value := range particles {
			if r.ended() {
				return nil
			}
			for _, cells := range free {
				if r.random.Float64() < personal {
					take(cells, bests[i].value, value)
				} else if r.random.Float64() < global {
					take(cells, bests[best].value, value)
				}
				if r.random.Float64() < mutation {
					r.swapIn(value, cells)
				}
			}
			if cost := r.absent(value); cost <= bests[i].cost {
				bests[i].cost = cost
				copy(bests[i].value, value)
				if cost < bests[best].cost {
					best = i
				}
			}
		}
	}
	return bests[best].value
}

// take copies the values of cells.
func take(cells []int, from, to []int8) {
	for _, cell := range cells {
		to[cell] = from[cell]
	}
}

// swapIn swaps two values of a box.
func (r *run) swapIn(value []int8, cells []int) {
	a, b := r.random.IntN(len(cells)), r.random.IntN(len(cells)-1)
	if b >= a {
		b++
	}
	value[cells[a]], value[cells[b]] = value[cells[b]], value[cells[a]]
}
