package logic

import "context"

func init() {
	register(&Technique{
		Name: "x-chain", Title: "X-Chain", Group: "chains", Order: 5400, Score: 260, Level: Unfair, Rating: 6.6, Rate: rateChain(6.6), Chains: true,
		Find: xChain, Describe: describeChain,
	})
}

// xChain finds chains of one value whose ends are not both off: cells that see both lose it.
func xChain(ctx context.Context, s *State, yield func(*Step) bool) {
	search := newChainSearch(s, chainLinks{inHouse: true})
	search.shortest(ctx, false, search.pairs(func(start, end Candidate) bool {
		return s.bothSeen(start.Cell, end.Cell, start.Value)
	}), func(f finding, chain []Link) *Step {
		step := newChainStep("x-chain", []int{f.start.Value}, chain)
		s.commonWeak(step, f.start, f.end)
		return step
	}, yield)
}
