package logic

import (
	"context"
	"slices"
)

func init() {
	register(&Technique{
		Name: "aic", Title: "AIC", Group: "alternating-inference-chains", Order: 5602, Score: 280, Level: Unfair,
		Rating: 7.0, Rate: rateChain(7.0), Chains: true, Find: alternatingChain, Describe: describeChain,
	})
}

// alternatingChain finds chains of any links whose ends are not both off: what sees both goes.
func alternatingChain(ctx context.Context, s *State, yield func(*Step) bool) {
	search := newChainSearch(s, chainLinks{inCell: true, inHouse: true})
	search.shortest(ctx, false, search.pairs(func(start, end Candidate) bool {
		switch {
		case start.Value == end.Value:
			return s.bothSeen(start.Cell, end.Cell, start.Value)
		case start.Cell == end.Cell:
			return s.sizeOf(start.Cell) > 2
		default:
			return s.sees(start.Cell, end.Cell) && (s.has(start.Cell, end.Value) || s.has(end.Cell, start.Value))
		}
	}), func(f finding, chain []Link) *Step {
		step := newChainStep("aic", slices.Compact([]int{f.start.Value, f.end.Value}), chain)
		s.commonWeak(step, f.start, f.end)
		return step
	}, yield)
}
