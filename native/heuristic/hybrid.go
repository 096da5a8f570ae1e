package heuristic

import "qmsat/model/engine"

// As far as we know, the length of each part was not published; these numbers, and missing values as the fitness, are our choice.
var (
	hybridGenerations = engine.NewInteger("generations", "generations of the genetic algorithm before annealing takes its best grid",
		"generations", "50", engine.AtLeast(0))
	hybridChains      = engine.NewInteger("chains", "of annealing, before it all begins anew", "chains", "200", engine.AtLeast(1))
	hybridTemperature = engine.NewNumber("temperature", "temperature at which annealing begins", "1", engine.AtLeast(0.001))
)

func init() {
	register(&method{
		name: "hybrid", summary: "genetic search, then annealing of the best grid; after the survey's description; may fail",
		limit: limitSetting("generations and swaps together before it gives up", "iterations", "50000000"),
		settings: []*engine.Setting{
			hybridGenerations, hybridChains, hybridTemperature, geneticPopulation, geneticElite, geneticMutation, annealingCooling, annealingChain,
		},
		search: breedAndAnneal,
	})
}

// breedAndAnneal first makes one generation an iteration, and then one swap.
//
// Source: Perez, Marwala, "Stochastic optimization approaches for solving Sudoku", 2008.
func breedAndAnneal(r *run) []int8 {
	m, w := r.movable(), weigher{run: r, missing: true}
	elite, mutation := geneticElite.Int(r.options), geneticMutation.Float(r.options)
	alpha, length := annealingCooling.Float(r.options), r.chainLength(m)
	for {
		r.begun++
		population := r.populate(geneticPopulation.Int(r.options), w.cost)
		for generation := 0; ; generation++ {
			rank(population)
			if population[0].cost == 0 {
				return population[0].value
			}
			if generation == hybridGenerations.Int(r.options) || len(m.boxes) == 0 {
				break
			}
			if !r.next() {
				return nil
			}
			r.renew(population, m.boxes, w, min(elite, len(population)-1), mutation)
		}
		if len(m.boxes) == 0 {
			return nil
		}
		f := r.fill()
		copy(f.value, population[0].value)
		f.recount()
		temperature := hybridTemperature.Float(r.options)
		for range hybridChains.Int(r.options) {
			best, more := r.chain(f, m, temperature, length)
			if best == 0 {
				return f.value
			}
			if !more {
				return nil
			}
			temperature = float64(temperature * alpha)
		}
	}
}
