package propagate

import (
	"math/bits"
	"testing"

	"pgregory.net/rapid"
)

// The bounds of a group's sum are the least and the largest sum of different numbers of the union within the bounds of its cells.
func TestBoundsOfGroup(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := SumGroup{}
		for range rapid.IntRange(1, 4).Draw(t, "cells") {
			w := rapid.Uint64Range(1, 1<<7-1).Draw(t, "values")
			g.open = append(g.open, openCell{values: w})
			g.union |= w
		}
		least, most, found := 1<<10, -1, false
		var place func(i, sum int, free uint64)
		place = func(i, sum int, free uint64) {
			if i == len(g.open) {
				least, most, found = min(least, sum), max(most, sum), true
				return
			}
			w := g.open[i].values
			for n := bits.TrailingZeros64(w); n < bits.Len64(w); n++ {
				if free>>n&1 != 0 {
					place(i+1, sum+n, free&^(1<<n))
				}
			}
		}
		place(0, 0, g.union)
		low, high, possible := g.bounds(-1)
		if found && (!possible || low > least || high < most) || possible && (len(g.open) == 1 && (low != least || high != most)) {
			t.Fatalf("%d..%d, %v; expected %d..%d, %v", low, high, possible, least, most, found)
		}
	})
}

func TestCombine(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		union := rapid.Uint64Range(1, 1<<10-1).Draw(t, "union")
		n := rapid.IntRange(1, bits.OnesCount64(union)).Draw(t, "cells")
		lo := rapid.IntRange(0, 50).Draw(t, "lo")
		allowed := rapid.SampledFrom([]uint64{^uint64(0), ^uint64(0), 0x5555, 0xf0e1}).Draw(t, "allowed")
		hi := lo + rapid.IntRange(0, 9).Draw(t, "more")
		some, all := uint64(0), ^uint64(0)
		for set := range uint64(1 << 10) {
			sum := 0
			for i := range 10 {
				sum += i * int(set>>i&1)
			}
			if set&^union == 0 && bits.OnesCount64(set) == n && lo <= sum && sum <= hi && allowed>>(sum-lo)&1 != 0 {
				some, all = some|set, all&set
			}
		}
		if n == 1 {
			all = 0 // not looked for
		}
		shift := rapid.IntRange(0, 54).Draw(t, "shift")
		gotSome, gotAll := combine(union<<shift, n, sumRange{lo + n*shift, hi + n*shift, allowed}, mostCombined)
		if gotSome != some<<shift || gotAll != all&some<<shift {
			t.Fatalf("%b and %b, expected %b and %b", gotSome>>shift, gotAll>>shift, some, all&some)
		}
	})
}

// Two or three open cells keep just the numbers of different ones with a sum in the range; the sums of two are just those.
func TestFewOpenCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift := rapid.IntRange(0, 54).Draw(t, "shift")
		g := SumGroup{coefficient: rapid.SampledFrom([]int{1, -1}).Draw(t, "coefficient")}
		for range rapid.IntRange(2, 3).Draw(t, "cells") {
			w := rapid.Uint64Range(1, 1<<9-1).Draw(t, "values") << shift
			g.open = append(g.open, openCell{values: w})
			g.union |= w
		}
		n := len(g.open)
		within := sumRange{n*shift + rapid.IntRange(0, 20).Draw(t, "lo"), 0, rapid.Uint64().Draw(t, "sums")}
		within.hi = within.lo + rapid.IntRange(0, 9).Draw(t, "more")
		want, sums := make([]uint64, n), map[int]bool{}
		var place func(i, sum int, taken uint64) bool
		place = func(i, sum int, taken uint64) (any bool) {
			if i == n {
				sums[sum] = true
				return within.lo <= sum && sum <= within.hi && within.has(sum)
			}
			for w := g.open[i].values &^ taken; w != 0; w &= w - 1 {
				if place(i+1, sum+bits.TrailingZeros64(w), taken|w&-w) {
					want[i], any = want[i]|w&-w, true
				}
			}
			return any
		}
		place(0, 0, 0)
		var possible bool
		if g.low, g.high, possible = g.bounds(-1); possible && n == 2 {
			g.findSums()
			for sum := g.low; sum <= g.high; sum++ {
				if g.sums>>g.distance(sum)&1 != 0 != sums[sum] {
					t.Fatalf("the sum %d: expected %v", sum, sums[sum])
				}
			}
		}
		g.few(within)
		for i := range g.open {
			if got := g.open[i].values; got != want[i] {
				t.Fatalf("cell %d has %b, expected %b", i, got>>shift, want[i]>>shift)
			}
		}
	})
}
