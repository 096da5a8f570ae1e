package heuristic

import "qmsat/model/engine"

var (
	culturalPopulation = populationSetting("21")
	culturalMutation   = mutationSetting("0.12") // as in the genetic algorithm of 2007; ours
	// The weight of beliefs, and how fast they fade, are our choice.
	culturalBelief = engine.NewNumber("belief",
		"the weight of a full belief where two values are chosen to be swapped; 0 chooses blindly", "1", engine.AtLeast(0))
)

// beliefMemory is the share of a belief that remains after a generation; our choice.
const beliefMemory = 0.99

func init() {
	register(&method{
		name: "cultural", summary: "evolves a small population; its best grids say where values belong; may fail",
		limit:    limitSetting("generations before it gives up", "generations", "300000"),
		settings: []*engine.Setting{culturalPopulation, culturalMutation, culturalBelief}, search: acculturate,
	})
}

// acculturate makes one generation an iteration. The best grid survives and ages: each generation adds one to its cost, until
// another grid is better. The belief in the values of its free cells grows a little. Children are crossed from the better half.
// Swaps then move them toward the believed values.
//
// Source: Mantere, Koljonen, "Solving and analyzing Sudokus with cultural algorithms", CEC 2008.
func acculturate(r *run) []int8 {
	population, free := r.populate(culturalPopulation.Int(r.options), r.repeated), r.movable().boxes
	mutation, weight := culturalMutation.Float(r.options), culturalBelief.Float(r.options)
	belief := make([]float64, r.size*r.size*r.size) // by cell and value, from 0 to 1
	for {
		rank(population)
		for _, one := range population {
			if r.absent(one.value) == 0 {
				return one.value
			}
		}
		if len(free) == 0 || !r.next() {
			return nil
		}
		for i := range belief {
			belief[i] = float64(belief[i] * beliefMemory)
		}
		for cell, v := range population[0].value {
			belief[cell*r.size+int(v)] += 1 - beliefMemory
		}
		population[0].cost++
		half := (len(population) + 1) / 2
		for i := len(population) - 1; i > 0 && !r.ended(); i-- {
			child := &population[i]
			mother, father := population[r.better(half)].value, population[r.better(half)].value
			r.cross(mother, father, child.value)
			for _, cells := range free {
				if r.random.Float64() < mutation {
					r.swapBelieved(child.value, cells, belief, weight)
				}
			}
			child.cost = r.repeated(child.value)
		}
	}
}

// repeated returns the number of values that rows and columns have repeatedly, plus the free cells that clash with a given.
func (r *run) repeated(value []int8) float64 {
	repeated := r.absent(value)
	for _, line := range r.houses[:2*r.size] {
		var given [128]bool
		for _, cell := range line {
			if v := r.given[cell]; v != none {
				given[v] = true
			}
		}
		for _, cell := range line {
			if r.given[cell] == none && given[value[cell]] {
				repeated++
			}
		}
	}
	return repeated
}

// swapBelieved swaps a free cell with another one of its box, drawn by the beliefs that each has the other's value.
func (r *run) swapBelieved(value []int8, cells []int, belief []float64, weight float64) {
	a := cells[r.random.IntN(len(cells))]
	trust := func(b int) float64 {
		return 1/float64(len(cells)) + float64(weight*(belief[a*r.size+int(value[b])]+belief[b*r.size+int(value[a])]))
	}
	sum := 0.0
	for _, b := range cells {
		if b != a {
			sum += trust(b)
		}
	}
	point, chosen := float64(r.random.Float64()*sum), a
	for _, b := range cells {
		if b != a {
			chosen = b
			if point -= trust(b); point < 0 {
				break
			}
		}
	}
	value[a], value[chosen] = value[chosen], value[a]
}
