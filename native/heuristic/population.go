package heuristic

import (
	"cmp"
	"math/bits"
	"slices"

	"qmsat/model/engine"
)

// individual is a grid of a population, with every value once in each box. A low cost is good.
type individual struct {
	value []int8
	cost  float64
}

// populationSetting returns the setting for the number of individuals, with its published default.
func populationSetting(value string) *engine.Setting {
	return engine.NewInteger("population", "grids in it", "grids", value, engine.Range{Min: 2, Max: 10000})
}

// mutationSetting returns the setting for the chance of mutations.
func mutationSetting(value string) *engine.Setting {
	return engine.NewNumber("mutation", "the chance that a box of a new grid is changed", value, engine.Range{Max: 1})
}

// populate returns random grids. Once the context has ended, it repeats the first grid.
func (r *run) populate(size int, cost func(value []int8) float64) []individual {
	population := make([]individual, size)
	for i := range population {
		if i > 0 && r.ended() {
			population[i] = individual{slices.Clone(population[0].value), population[0].cost}
		} else {
			value := r.fill().value
			population[i] = individual{value, cost(value)}
		}
	}
	return population
}

// rank sorts a population, best first; equal ones keep their order.
func rank(population []individual) {
	slices.SortStableFunc(population, func(a, b individual) int { return cmp.Compare(a.cost, b.cost) })
}

// cross writes a child with each box from one of two parents. Whole boxes keep their values.
func (r *run) cross(a, b, child []int8) {
	for _, box := range r.boxes {
		from := a
		if r.random.IntN(2) == 0 {
			from = b
		}
		for _, cell := range box {
			child[cell] = from[cell]
		}
	}
}

// absent returns the number of values missing in rows and columns, over all of them.
func (r *run) absent(value []int8) (absent float64) {
	for _, line := range r.houses[:2*r.size] {
		absent += float64(r.size - countValues(line, value))
	}
	return absent
}

// countValues returns how many values the cells have.
func countValues(cells []int, value []int8) int {
	var seen [2]uint64
	for _, cell := range cells {
		seen[value[cell]>>6&1] |= 1 << (value[cell] & 63)
	}
	return bits.OnesCount64(seen[0]) + bits.OnesCount64(seen[1])
}

// better draws two of the first grids and returns the lower index, which is the better grid in a ranked population.
func (r *run) better(of int) int { return min(r.random.IntN(of), r.random.IntN(of)) }
