package heuristic

import (
	"math/bits"
	"slices"

	"qmsat/model/engine"
)

var (
	// The population, its operators and the split of a pair's bits are our choice, because we do not know the paper's.
	gaugePopulation = populationSetting("200")
	gaugeCrossover  = engine.NewNumber("crossover",
		"the chance that a new sequence has two parents, whose bits meet at a point", "0.9", engine.Range{Max: 1})
	gaugeMutation = engine.NewNumber("mutation", "the chance that a bit of a new sequence is turned", "0.0005",
		engine.Range{Max: 1})
	gaugeWeight = engine.NewInteger("weight", "k: the i-th of 81 instructions is worth k(82 − i) if it fills a cell", "",
		"1", engine.Range{Min: 1, Max: 1e6})
)

// gaugeOperations is the number of instructions for a region and a number: last remaining, slice and dice, column fill, row fill,
// raising numbers.
const gaugeOperations = 5

func init() {
	register(&method{
		name: "gauge", summary: "evolves sequences of instructions that fill cells; after the survey's description; may fail",
		limit:    limitSetting("generations before it gives up", "generations", "2000"),
		settings: []*engine.Setting{gaugePopulation, gaugeCrossover, gaugeMutation, gaugeWeight}, mostValues: 61, search: evolve,
	})
}

// sequence is an individual. Each instruction has its position in the lower bits, and its operation in the higher bits.
type sequence struct {
	pairs   []uint32
	fitness int
}

// gauge runs sequences on a run's givens.
type gauge struct {
	*run
	positionBits, pairBits int
	weight                 int
	order                  []int // the positions without an instruction so far
	instructions           []uint32
	grid                   []int8
	has                    []uint64 // by house: the values that it has
}

// evolve makes one generation an iteration: the best sequence survives, and each parent of the others is the better of two. It
// ends with a sequence that fills the grid. Instructions find only singles, so a puzzle that needs more is never solved.
//
// Source: Nicolau, Ryan, "Solving Sudoku with the GAuGE system", EuroGP 2006. The meaning of the five instructions is inferred
// from their names.
func evolve(r *run) []int8 {
	g := r.newGauge()
	population := make([]sequence, gaugePopulation.Int(r.options))
	children := make([]sequence, len(population))
	for i := range population {
		population[i].pairs, children[i].pairs = make([]uint32, len(r.given)), make([]uint32, len(r.given))
		for j := range population[i].pairs {
			population[i].pairs[j] = r.random.Uint32() >> (32 - g.pairBits)
		}
	}
	crossover, mutation := gaugeCrossover.Float(r.options), gaugeMutation.Float(r.options)
	for {
		for i := range population {
			if g.perform(&population[i]) {
				return g.grid
			}
			if r.ended() {
				return nil
			}
		}
		slices.SortStableFunc(population, func(a, b sequence) int { return b.fitness - a.fitness })
		if !r.next() {
			return nil
		}
		copy(children[0].pairs, population[0].pairs)
		for i := 1; i < len(children) && !r.ended(); i++ {
			child := children[i].pairs
			copy(child, population[r.better(len(population))].pairs)
			if r.random.Float64() < crossover {
				g.meet(child, population[r.better(len(population))].pairs)
			}
			g.turn(child, mutation)
		}
		population, children = children, population
	}
}

// newGauge returns a gauge. A pair has 20 bits, as published, and more if that is too few for the grid.
func (r *run) newGauge() *gauge {
	g := &gauge{run: r, weight: gaugeWeight.Int(r.options), instructions: make([]uint32, len(r.given)), has: make([]uint64, len(r.houses))}
	g.positionBits = max(8, bits.Len(uint(len(r.given))))
	g.pairBits = max(20, g.positionBits+bits.Len(uint(gaugeOperations*len(r.given))))
	return g
}

// meet replaces the bits of a child after a random one by another parent's.
func (g *gauge) meet(child, parent []uint32) {
	point := g.random.IntN(len(child) * g.pairBits)
	pair := point / g.pairBits
	kept := uint32(1)<<(point%g.pairBits) - 1
	child[pair] = child[pair]&kept | parent[pair]&^kept
	copy(child[pair+1:], parent[pair+1:])
}

// turn flips bits at random.
func (g *gauge) turn(pairs []uint32, mutation float64) {
	for i := range pairs {
		for bit := range g.pairBits {
			if g.random.Float64() < mutation {
				pairs[i] ^= 1 << bit
			}
		}
	}
}

// perform runs a sequence and sets its fitness. It reports whether the grid is full then. A pair's bits select one of the free
// positions, counted cyclically.
func (g *gauge) perform(s *sequence) (full bool) {
	g.order = g.order[:0]
	for i := range s.pairs {
		g.order = append(g.order, i)
	}
	for _, pair := range s.pairs {
		i := int(pair&(1<<g.positionBits-1)) % len(g.order)
		g.instructions[g.order[i]] = pair >> g.positionBits
		g.order = slices.Delete(g.order, i, i+1)
	}
	g.grid = append(g.grid[:0], g.given...)
	for i, house := range g.houses {
		g.has[i] = 0
		for _, cell := range house {
			if v := g.grid[cell]; v != none {
				g.has[i] |= 1 << v
			}
		}
	}
	s.fitness = 0
	for i, instruction := range g.instructions {
		if filled, region := g.follow(int(instruction)); filled {
			s.fitness += g.weight * (len(g.instructions) - i)
		} else {
			s.fitness += bits.OnesCount64(g.has[region]) - g.size
		}
	}
	return !slices.Contains(g.grid, none)
}

// follow executes an instruction. It reports whether that filled a cell, and in which house.
func (g *gauge) follow(instruction int) (filled bool, region int) {
	operation, region, number := instruction%gaugeOperations, instruction/gaugeOperations%g.size, instruction/gaugeOperations/g.size%g.size
	box := 2*g.size + region
	switch operation {
	case 0: // last remaining: the only missing value of a box goes to its only free cell
		if bits.OnesCount64(g.has[box]) != g.size-1 {
			return false, box
		}
		return g.place(box, bits.TrailingZeros64(^g.has[box])), box
	case 1: // slice and dice: the number has one place in a box
		return g.place(box, number), box
	case 2: // column fill: it has one place in a column
		return g.place(g.size+region, number), g.size + region
	case 3: // row fill: it has one place in a row
		return g.place(region, number), region
	default: // raising numbers: only one value fits into the box's cell with this number
		cell := g.houses[box][number]
		fits := (1<<g.size - 1) &^ g.seen(cell)
		if g.grid[cell] != none || bits.OnesCount64(fits) != 1 {
			return false, box
		}
		g.fill(cell, bits.TrailingZeros64(fits))
		return true, box
	}
}

// place puts a value into a house that has only one place for it.
func (g *gauge) place(house, v int) bool {
	if g.has[house]>>v&1 != 0 {
		return false
	}
	single := -1
	for _, cell := range g.houses[house] {
		if g.grid[cell] == none && g.seen(cell)>>v&1 == 0 {
			if single >= 0 {
				return false
			}
			single = cell
		}
	}
	if single >= 0 {
		g.fill(single, v)
	}
	return single >= 0
}

// seen returns the values in a cell's houses.
func (g *gauge) seen(cell int) uint64 {
	return g.has[g.row[cell]] | g.has[g.size+g.column[cell]] | g.has[2*g.size+g.box[cell]]
}

func (g *gauge) fill(cell, v int) {
	g.grid[cell] = int8(v)
	for _, house := range [...]int{g.row[cell], g.size + g.column[cell], 2*g.size + g.box[cell]} {
		g.has[house] |= 1 << v
	}
}
