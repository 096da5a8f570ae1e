package logic

import "slices"

func init() {
	for _, t := range []*Technique{
		{Name: "x-chain", Title: "X-Chain", Group: "chains", Order: 5400, Score: 260, Rating: 6.6, find: alternating(valueLinks)},
		{Name: "xy-chain", Title: "XY-Chain", Group: "chains", Order: 5500, Score: 260, Rating: 6.6, find: alternating(cellLinks)},
		{Name: "aic", Title: "AIC", Group: groupInference, Order: 5602, Score: 280, Rating: 7.0, find: alternating(anyLink)},
	} {
		t.Level, t.Rate, t.Chains, t.Describe = Unfair, rateChain(t.Rating), true, describeChain
		register(t)
	}
}

// groupInference is the group of chains with any links.
const groupInference = "alternating-inference-chains"

// The links of X-chains, XY-chains and all other chains.
var (
	valueLinks = chainLinks{inHouse: true}
	cellLinks  = chainLinks{inCell: true, bivalued: true}
	anyLink    = chainLinks{inCell: true, inHouse: true}
)

// alternating finds chains with at least one end on, and removes what sees both ends. An X-chain has one value. An XY-chain goes
// through cells of two candidates, with the same value at both ends.
func alternating(links chainLinks) func(*finder) {
	return func(f *finder) {
		search := newChainSearch(f, links)
		search.shortest(false, search.pairs(func(start, end Candidate) bool {
			switch {
			case start.Value == end.Value:
				return f.bothSeen(start.Cell, end.Cell, start.Value)
			case links.bivalued:
				return false
			case start.Cell == end.Cell:
				return f.sizeOf(start.Cell) > 2
			default:
				return f.sees(start.Cell, end.Cell) && (f.has(start.Cell, end.Value) || f.has(end.Cell, start.Value))
			}
		}), func(start, end Candidate, chain []Link) *Step {
			step := &Step{Values: slices.Compact([]int{start.Value, end.Value}), Chains: [][]Link{chain}}
			f.commonWeak(step, start, end)
			return step
		})
	}
}
