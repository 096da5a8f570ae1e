package logic

import "slices"

func init() {
	for _, t := range []struct {
		Technique
		links chainLinks
	}{
		{Technique{Name: "x-chain", Title: "X-Chain", Group: "chains", Order: 5400, Score: 260, Rating: 6.6}, chainLinks{inHouse: true}},
		{Technique{Name: "xy-chain", Title: "XY-Chain", Group: "chains", Order: 5500, Score: 260, Rating: 6.6},
			chainLinks{inCell: true, bivalued: true}},
		{Technique{Name: "aic", Title: "AIC", Group: groupInference, Order: 5602, Score: 280, Rating: 7.0}, anyLink},
	} {
		technique := &t.Technique
		technique.Level, technique.Rate, technique.Chains, technique.Describe = Unfair, rateChain(technique.Rating), true, describeChain
		technique.find = func(f *finder) { alternatingChain(f, t.links) }
		register(technique)
	}
}

// groupInference are the chains of any links.
const groupInference = "alternating-inference-chains"

var anyLink = chainLinks{inCell: true, inHouse: true}

// alternatingChain finds chains whose ends are not both off: what sees both goes. An X-chain is of one value, and an XY-chain goes through
// cells of two candidates, with the same value at both ends.
func alternatingChain(f *finder, links chainLinks) {
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
