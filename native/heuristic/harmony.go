package heuristic

import (
	"slices"

	"qmsat/model/engine"
)

// zeroObjective counts the runs of harmony search that end with right sums, which may be no solution.
const zeroObjective = "zero objective"

var (
	// The paper tried several values of each; these are our choice.
	harmonyMemory        = engine.NewInteger("memory", "grids that are remembered", "grids", "50", engine.Range{Min: 1, Max: 10000})
	harmonyConsideration = engine.NewNumber("consideration", "the chance that a cell's value comes from memory", "0.9",
		engine.Range{Max: 1})
	harmonyPitch = engine.NewNumber("pitch", "the chance that such a value goes up or down by one", "0.1",
		engine.Range{Max: 1})
)

func init() {
	engine.RegisterMeasure(engine.MeasureKind{
		Name: zeroObjective, Unit: "times", Meaning: "that all sums were right; such a grid need not be a solution",
	})
	register(&method{
		name: "harmony", summary: "composes grids from remembered ones until all sums are right, which need not be a solution; may fail",
		limit:    limitSetting("grids that it composes before it gives up", "grids", "2000000"),
		settings: []*engine.Setting{harmonyMemory, harmonyConsideration, harmonyPitch}, search: compose,
	})
}

// compose makes one grid an iteration, cell by cell. If it is better than the worst remembered grid, it replaces that. It ends if
// Z = Σ|sum − 45| over rows, columns and boxes is 0. Grids without any right house can reach that too.
//
// Source: Geem, "Harmony search algorithm for solving Sudoku", KES 2007; what is wrong with it: Weyland, 2015.
func compose(r *run) []int8 {
	ended := 0
	defer func() { r.effort = append(r.effort, engine.Measure{Name: zeroObjective, Value: int64(ended)}) }()
	memory := make([]individual, harmonyMemory.Int(r.options))
	consideration, pitch := harmonyConsideration.Float(r.options), harmonyPitch.Float(r.options)
	for i := range memory {
		if r.ended() {
			return nil
		}
		value := slices.Clone(r.given)
		for cell, v := range r.given {
			if v == none {
				value[cell] = int8(r.random.IntN(r.size))
			}
		}
		memory[i] = individual{value, r.objective(value)}
	}
	byObjective := func(a, b individual) int { return int(a.cost - b.cost) }
	for value := slices.Clone(r.given); ; {
		if best := slices.MinFunc(memory, byObjective); best.cost == 0 {
			ended = 1
			return best.value
		}
		if !r.next() {
			return nil
		}
		for cell, given := range r.given {
			if given != none {
				continue
			}
			value[cell] = int8(r.random.IntN(r.size))
			if r.random.Float64() < consideration {
				value[cell] = memory[r.random.IntN(len(memory))].value[cell]
				if r.random.Float64() < pitch {
					value[cell] = min(max(value[cell]+int8(2*r.random.IntN(2)-1), 0), int8(r.size-1))
				}
			}
		}
		worst := 0
		for i := range memory {
			if memory[i].cost > memory[worst].cost {
				worst = i
			}
		}
		if z := r.objective(value); z < memory[worst].cost {
			memory[worst].cost = z
			copy(memory[worst].value, value)
		}
	}
}

// objective returns Z.
func (r *run) objective(value []int8) (z float64) {
	for _, house := range r.houses {
		sum := -r.size * (r.size - 1) / 2
		for _, cell := range house {
			sum += int(value[cell])
		}
		z += float64(max(sum, -sum))
	}
	return z
}
