package propagate

import (
	"math/bits"
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
	"qmsat/native/space"
)

// SumGroup is a·Σ xᵢ over variables that are never equal, each with one word.
type SumGroup struct {
	coefficient int
	Cells       []space.Shifted
	lo          int // the value with number 0
	outsiders   []outsider
	combined    int // the limit of combine
	// During a call only:
	open        []openCell
	union       uint64 // the numbers that open cells may have
	fixed       int    // the sum of the other cells' numbers
	low, high   int    // the bounds of the sum of open cells' numbers
	least, most int    // the bounds of a·Σ xᵢ
	sums        uint64 // the values of a·Σ xᵢ, by their distance from the least one; not used for larger distances than 63
}

// openCell is a variable that is not fixed, and the numbers that it may have.
type openCell struct {
	space.Shifted
	place  int // among the cells
	values uint64
}

// outsider is a variable that is never equal to some of the cells, given by their places.
type outsider struct {
	space.Shifted
	cells uint64
}

// newSumGroup returns a group of variables, one or more. It reports false if their values are too far apart.
func newSumGroup(b *space.Builder, coefficient int, variables []model.Var) (g SumGroup, ok bool) {
	g = SumGroup{coefficient: coefficient, lo: b.Numberings[variables[0]].Lo, combined: b.Limits.CombinedValues}
	for _, v := range variables {
		g.lo = min(g.lo, b.Numberings[v].Lo)
	}
	for _, v := range variables {
		x, fits := g.shift(b, v)
		if !fits {
			return g, false
		}
		g.Cells = append(g.Cells, x)
	}
	g.open = make([]openCell, 0, len(variables))
	if len(variables) > 1 && len(variables) <= mostCombined {
		g.addOutsiders(b, variables)
	}
	return g, true
}

// shift returns a variable with the group's numbers. It reports false if they are not in 0..63.
func (g *SumGroup) shift(b *space.Builder, v model.Var) (x space.Shifted, ok bool) {
	n := &b.Numberings[v]
	if b.IsWide(v) || !n.InWord() || n.Lo < g.lo || n.Lo-g.lo+n.Size > 64 {
		return x, false
	}
	return space.Shifted{Variable: v, Offset: int32(b.Offsets[v]), By: uint8(n.Lo - g.lo)}, true
}

// addOutsiders finds the variables that are never equal to two or more of the cells.
func (g *SumGroup) addOutsiders(b *space.Builder, variables []model.Var) {
	places := map[model.Var]uint64{}
	var seen []model.Var
	for i, v := range variables {
		for _, w := range b.Exclusions().Peers(v) {
			if places[w] == 0 {
				seen = append(seen, w)
			}
			places[w] |= 1 << i
		}
	}
	for _, v := range seen {
		x, fits := g.shift(b, v)
		if fits && places[v]&(places[v]-1) != 0 && !slices.Contains(variables, v) {
			g.outsiders = append(g.outsiders, outsider{x, places[v]})
		}
	}
}

// measure finds the bounds of the sum. It reports false if it finds that the cells cannot all be different.
func (g *SumGroup) measure(state []uint64) bool {
	taken := uint64(0)
	g.open, g.union, g.fixed = g.open[:0], 0, 0
	for i, x := range g.Cells {
		w := x.Values(state)
		if w&(w-1) != 0 {
			g.open = append(g.open, openCell{x, i, w})
			continue
		}
		if taken&w != 0 {
			return false
		}
		taken |= w
		g.fixed += bits.TrailingZeros64(w)
	}
	for i := range g.open {
		g.open[i].values &^= taken
		g.union |= g.open[i].values
	}
	var possible bool
	if g.low, g.high, possible = g.bounds(-1); !possible {
		return false
	}
	least, most := g.coefficient*(g.base()+g.low), g.coefficient*(g.base()+g.high)
	g.least, g.most = min(least, most), max(least, most)
	return true
}

// base returns what Σ xᵢ is besides the open cells' numbers.
func (g *SumGroup) base() int { return g.fixed + g.lo*len(g.Cells) }

// bounds returns the least and the largest sum of different numbers in the union, one for each open cell but one (-1: for all),
// and each within the bounds of its cell. It reports false if there are none. A cell takes the next number that is free. As with
// linear probing, the numbers that are taken do not depend on the order of the cells, and no other numbers have a lower sum.
func (g *SumGroup) bounds(but int) (low, high int, possible bool) {
	up, down := g.union, g.union // the free numbers
	for i := range g.open {
		if i == but {
			continue
		}
		w := g.open[i].values
		above, below := up&-(w&-w), down&(^uint64(0)>>bits.LeadingZeros64(w))
		if w == 0 || above == 0 || below == 0 {
			return 0, 0, false
		}
		least, most := bits.TrailingZeros64(above), bits.Len64(below)-1
		low, high = low+least, high+most
		up &^= 1 << least
		down &^= 1 << most
	}
	return low, high, true
}

// distance returns how far a·Σ xᵢ is from its least value, by the sum of the open cells' numbers.
func (g *SumGroup) distance(numbers int) int {
	return max(g.coefficient*(numbers-g.low), g.coefficient*(numbers-g.high))
}

// findSums finds the values of a·Σ xᵢ, or more, if none has a larger distance than 63.
func (g *SumGroup) findSums() {
	possible := ^uint64(0)
	switch open := g.open; len(open) {
	case 1:
		possible = space.Moved(g.union, -g.low)
	case 2:
		possible = sumsOfTwo(open[0].values, open[1].values, g.low)
	}
	possible &= bitset.Below(g.high - g.low + 1)
	if g.coefficient == 1 {
		g.sums = possible
		return
	}
	g.sums = 0
	for ; possible != 0; possible &= possible - 1 {
		g.sums |= 1 << g.distance(g.low+bits.TrailingZeros64(possible))
	}
}

// inSums returns which sums of the open cells' numbers belong to sums, by their distance from the low one. It undoes what findSums does
// with the coefficient.
func (g *SumGroup) inSums() (numbers uint64) {
	if g.coefficient == 1 {
		return g.sums
	}
	for above := range g.high - g.low + 1 {
		numbers |= g.sums >> g.distance(g.low+above) & 1 << above
	}
	return numbers
}

// restrict removes values of cells with which a·Σ xᵢ is not within lo..hi or, if exact is set, not in sums.
func (g *SumGroup) restrict(s *space.Space, lo, hi int, exact bool) bool {
	naked := bits.OnesCount64(g.union) == len(g.open)
	if len(g.open) == 0 || !exact && !naked && lo <= g.least && g.most <= hi {
		return true
	}
	if g.coefficient < 0 {
		lo, hi = hi, lo
	}
	lo, hi = space.CeilDiv(lo, g.coefficient)-g.base(), space.FloorDiv(hi, g.coefficient)-g.base()
	within := sumRange{max(lo, g.low), min(hi, g.high), ^uint64(0)}
	if exact {
		within.set = g.inSums() >> (within.lo - g.low)
	}
	if len(g.open) <= 3 && len(g.open) > 1 && within.hi-within.lo < 64 {
		g.few(within)
	}
	some, all := combine(g.union, len(g.open), within, g.combined)
	for i := range g.open {
		low, high, possible := g.bounds(i)
		if !possible {
			return false
		}
		g.open[i].values &= some & bitset.Below(hi-low+1) &^ bitset.Below(lo-high)
	}
	return g.keep(s) && (all == 0 || g.require(s, all))
}

// few keeps the numbers of two or three open cells with which others of them, all different, have a sum in the range.
func (g *SumGroup) few(within sumRange) {
	within.set &= bitset.Below(within.hi - within.lo + 1)
	a, b, c := g.open[0].values, g.open[1].values, uint64(0)
	if len(g.open) == 2 {
		a, b = pairsWithSum(a, b, within.set, within.lo)
	} else {
		first, second, third := a, b, g.open[2].values
		a, b = 0, 0
		for ; first != 0; first &= first - 1 {
			number := first & -first
			if x, y := pairsWithSum(second&^number, third&^number, within.set, within.lo-bits.TrailingZeros64(number)); x != 0 {
				a, b, c = a|number, b|x, c|y
			}
		}
		g.open[2].values = c
	}
	g.open[0].values, g.open[1].values = a, b
	g.union = a | b | c
}

// keep removes what open cells have lost.
func (g *SumGroup) keep(s *space.Space) bool {
	for i := range g.open {
		if x := &g.open[i]; !s.Put(x.Variable, x.values>>(x.By&63)) {
			return false
		}
	}
	return true
}

// require makes sure that open cells have each of the numbers. If one cell alone may have it, the cell is fixed. Otherwise the
// outsiders that are never equal to any of its possible cells lose it.
func (g *SumGroup) require(s *space.Space, all uint64) bool {
	for ; all != 0; all &= all - 1 {
		number := all & -all
		cells, last := uint64(0), 0
		for i := range g.open {
			if g.open[i].values&number != 0 {
				cells |= 1 << g.open[i].place
				last = i
			}
		}
		if cells&(cells-1) == 0 {
			x := &g.open[last]
			if x.values &= number; !s.Put(x.Variable, x.values>>(x.By&63)) {
				return false
			}
			continue
		}
		for _, x := range g.outsiders {
			if cells&^x.cells != 0 {
				continue
			}
			if w := x.Values(s.State); w&number != 0 && !s.Put(x.Variable, (w&^number)>>(x.By&63)) {
				return false
			}
		}
	}
	return true
}
