package heuristic

import (
	"cmp"
	"math"

	"qmsat/model/engine"
)

var (
	annealingScheme = engine.NewName("scheme",
		"lewis (Lewis 2007) reheats if a chain ends no better than the one before; plain cools once", "lewis", "lewis", "plain")
	annealingCooling = engine.NewNumber("cooling", "factor of the temperature from chain to chain", "0.99",
		engine.Range{Min: 0.01, Max: 1})
	annealingPatience = engine.NewInteger("patience",
		"chains without a better cost until it reheats and starts from a new grid", "chains", "20", engine.AtLeast(1))
	annealingChain = engine.NewInteger("chain", "length of a chain: swaps at one temperature; 0: the square of the number of free cells",
		"swaps", "0", engine.AtLeast(0))
	// The number of swaps for the first temperature was not published; this one is our choice.
	annealingProbes = engine.NewInteger("probes", "number of random swaps; the standard deviation of their costs is the first temperature",
		"swaps", "100", engine.Range{Min: 2, Max: 1e6})
)

func init() {
	register(&method{
		name: "annealing", summary: "simulated annealing of boxes filled at random, by swaps; may fail",
		limit:      limitSetting("swaps that it tries before it gives up", "swaps", "150000000"),
		settings:   []*engine.Setting{annealingScheme, annealingCooling, annealingPatience, annealingChain, annealingProbes},
		quasiMagic: true, search: anneal,
	})
}

// anneal tries one swap an iteration. The cost is the number of values missing in rows and columns. For quasi-magic Sudoku we add
// the excess of sums over their bounds. A chain ends "as the one before" if the best costs of both are equal.
//
// Source: Lewis, "Metaheuristics can solve sudoku puzzles", Journal of Heuristics 13 (2007).
func anneal(r *run) []int8 {
	m, lewis := r.movable(), annealingScheme.Value(r.options) == "lewis"
	alpha, patience, length := annealingCooling.Float(r.options), annealingPatience.Int(r.options), r.chainLength(m)
	f := r.fill()
	r.begun++
	if f.defects() == 0 || len(m.cells) == 0 {
		return f.value
	}
	first := r.deviation(f, m, annealingProbes.Int(r.options))
	temperature, last, same := first, -1, 0
	for {
		best, more := r.chain(f, m, temperature, length)
		if best == 0 {
			return f.value
		}
		if !more {
			return nil
		}
		if same++; best != last {
			last, same = best, 0
		}
		temperature = float64(temperature * alpha)
		if lewis && same >= patience {
			f = r.fill()
			temperature, last, same = first, -1, 0
			r.begun++
		}
	}
}

// chainLength returns how many swaps a chain tries.
func (r *run) chainLength(m *movable) int {
	return cmp.Or(annealingChain.Int(r.options), len(m.cells)*len(m.cells), 1)
}

// deviation swaps at random, and returns the standard deviation of the cost on the way; 1 if the cost stays.
func (r *run) deviation(f *filled, m *movable, swaps int) float64 {
	sum, squares := 0, 0
	for i := 0; i < swaps && !r.ended(); i++ {
		f.swap(r.pair(m))
		sum += f.defects()
		squares += f.defects() * f.defects()
	}
	return deviationOf(swaps, sum, squares)
}

// deviationOf returns the standard deviation of n numbers from their sum and the sum of their squares, or 1 if the numbers are
// equal. The products are exact as long as they are small; large ones may be rounded.
func deviationOf(n, sum, squares int) float64 {
	if variance := float64(float64(n)*float64(squares)) - float64(float64(sum)*float64(sum)); variance > 0 {
		return math.Sqrt(variance) / float64(n)
	}
	return 1
}

// chain tries swaps at one temperature. It returns the best cost on the way, stops at 0, and reports whether the run goes on.
func (r *run) chain(f *filled, m *movable, temperature float64, length int) (best int, more bool) {
	var accepted [64]float64 // by increase of the cost: the chance to accept it
	for worse := range accepted {
		accepted[worse] = exponential(float64(worse) / temperature)
	}
	best = f.defects()
	for range length {
		if !r.next() {
			return best, false
		}
		a, b := r.pair(m)
		if worse := f.worse(a, b); worse > 0 && (worse >= len(accepted) || r.random.Float64() >= accepted[worse]) {
			continue
		}
		f.swap(a, b)
		if best = min(best, f.defects()); best == 0 {
			break
		}
	}
	return best, true
}

// exponential returns e to the power −x, for x ≥ 0, by a Taylor series at x/1024 that is squared ten times. It has ten correct
// digits, the same on every machine; the library has versions in assembly that differ in the last place. Each product is rounded
// separately.
func exponential(x float64) float64 {
	if x > 700 {
		return 0
	}
	x /= 1024
	sum, term := 1.0, 1.0
	for i := 1; i < 16; i++ {
		term = float64(term*x) / -float64(i)
		sum += term
	}
	for range 10 {
		sum = float64(sum * sum)
	}
	return sum
}
