package logic

import (
	"context"
	"slices"
)

func init() {
	register(&Technique{
		Name: "continuous-nice-loop", Title: "Continuous Nice Loop", Group: "alternating-inference-chains", Order: 5600, Score: 280, Level: Unfair,
		Rating: 7.0, Rate: rateChain(7.0), Chains: true, Find: continuousLoop, Describe: describeChain,
	})
	register(&Technique{
		Name: "discontinuous-nice-loop", Title: "Discontinuous Nice Loop", Group: "alternating-inference-chains", Order: 5601, Score: 280, Level: Unfair,
		Rating: 7.0, Rate: rateChain(7.0), Chains: true, Find: discontinuousLoop, Describe: describeChain,
	})
}

// continuousLoop finds chains whose ends see each other: of each weak link of the loop one end is on, and what sees both goes.
func continuousLoop(ctx context.Context, s *State, yield func(*Step) bool) {
	search := newChainSearch(s, chainLinks{inCell: true, inHouse: true})
	search.shortest(ctx, false, search.pairs(s.weak), func(_ finding, chain []Link) *Step {
		step := newChainStep("continuous-nice-loop", nil, append(slices.Clip(chain), chain[0]))
		for i := 1; i < len(chain); i += 2 {
			on, off := chain[i], chain[(i+1)%len(chain)]
			s.commonWeak(step, Candidate{on.Cells[0], on.Value}, Candidate{off.Cells[0], off.Value})
		}
		for _, e := range step.Eliminations {
			step.Values = append(step.Values, e.Value)
		}
		slices.Sort(step.Values)
		step.Values = slices.Compact(step.Values)
		return step
	}, yield)
}

// discontinuousLoop finds chains by which a candidate refutes itself, being on or off.
func discontinuousLoop(ctx context.Context, s *State, yield func(*Step) bool) {
	search := newChainSearch(s, chainLinks{inCell: true, inHouse: true})
	for _, on := range []bool{false, true} {
		itself := func(start Candidate, found func(Candidate)) {
			if search.follows(start, !on) && (on || s.sizeOf(start.Cell) > 1) {
				found(start)
			}
		}
		if !search.shortest(ctx, on, itself, func(f finding, chain []Link) *Step {
			step := newChainStep("discontinuous-nice-loop", []int{f.start.Value}, chain)
			if on {
				step.Eliminations = []Candidate{f.start}
				return step
			}
			step.Values = nil
			for value := range bitsOf(s.candidates[f.start.Cell] &^ (1 << f.start.Value)) {
				step.Values = append(step.Values, value)
				step.Eliminations = append(step.Eliminations, Candidate{f.start.Cell, value})
			}
			return step
		}, yield) {
			return
		}
	}
}
