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
