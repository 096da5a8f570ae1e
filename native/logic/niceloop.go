package logic

import "slices"

func init() {
	for _, t := range []*Technique{
		{Name: "continuous-nice-loop", Title: "Continuous Nice Loop", Order: 5600, find: continuousLoop},
		{Name: "discontinuous-nice-loop", Title: "Discontinuous Nice Loop", Order: 5601, find: discontinuousLoop},
	} {
		t.Group, t.Score, t.Level, t.Rating = groupInference, 280, Unfair, 7.0
		t.Rate, t.Chains, t.Describe = rateChain(t.Rating), true, describeChain
		register(t)
	}
}

// continuousLoop finds chains whose ends see each other. One end of each weak link of the loop is on, so what sees both ends
// goes.
func continuousLoop(f *finder) {
	search := newChainSearch(f, anyLink)
	search.shortest(false, search.pairs(f.weak), func(_, _ Candidate, chain []Link) *Step {
		step := &Step{Chains: [][]Link{append(slices.Clip(chain), chain[0])}}
		for i := 1; i < len(chain); i += 2 {
			on, off := chain[i], chain[(i+1)%len(chain)]
			f.commonWeak(step, Candidate{on.Cells[0], on.Value}, Candidate{off.Cells[0], off.Value})
		}
		for _, e := range step.Eliminations {
			step.Values = append(step.Values, e.Value)
		}
		slices.Sort(step.Values)
		step.Values = slices.Compact(step.Values)
		return step
	})
}

// discontinuousLoop finds chains by which a candidate refutes itself, whether on or off.
func discontinuousLoop(f *finder) {
	search := newChainSearch(f, anyLink)
	for _, on := range []bool{false, true} {
		search.shortest(on, func(start Candidate, found func(Candidate)) {
			if search.follows(start, !on) && (on || f.sizeOf(start.Cell) > 1) {
				found(start)
			}
		}, func(start, _ Candidate, chain []Link) *Step {
			step := &Step{Chains: [][]Link{chain}}
			if on {
				step.Values, step.Eliminations = []int{start.Value}, []Candidate{start}
				return step
			}
			others := f.candidates[start.Cell] &^ (1 << start.Value)
			step.Values = slices.Collect(bitsOf(others))
			step.eliminateFrom(start.Cell, others)
			return step
		})
	}
}
