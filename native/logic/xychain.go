package logic

import "context"

func init() {
	register(&Technique{
		Name: "xy-chain", Title: "XY-Chain", Group: "chains", Order: 5500, Score: 260, Level: Unfair, Rating: 6.6, Rate: rateChain(6.6), Chains: true,
		Find: xyChain, Describe: describeChain,
	})
}

// xyChain finds chains through cells of two candidates, with the same value at both ends: cells that see both lose it.
func xyChain(ctx context.Context, s *State, yield func(*Step) bool) {
	search := newChainSearch(s, chainLinks{inCell: true, bivalued: true})
	search.shortest(ctx, false, search.pairs(func(start, end Candidate) bool {
		return start.Value == end.Value && s.bothSeen(start.Cell, end.Cell, start.Value)
	}), func(f finding, chain []Link) *Step {
		step := newChainStep("xy-chain", []int{f.start.Value}, chain)
		s.commonWeak(step, f.start, f.end)
		return step
	}, yield)
}
