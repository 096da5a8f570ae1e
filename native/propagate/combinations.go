package propagate

import (
	"math/bits"
	"sync"

	"qmsat/native/bitset"
	"qmsat/native/space"
)

// mostCombined is the largest number of consecutive values whose sets are listed.
const mostCombined = 12

// setsBySum returns the sets of numbers below mostCombined, by size and sum.
var setsBySum = sync.OnceValue(func() (list [mostCombined + 1][][]uint16) {
	for size := range list {
		list[size] = make([][]uint16, size*mostCombined+1)
	}
	for set := range uint16(1) << mostCombined {
		size, sum := bits.OnesCount16(set), 0
		for rest := set; rest != 0; rest &= rest - 1 {
			sum += bits.TrailingZeros16(rest)
		}
		list[size][sum] = append(list[size][sum], set)
	}
	return list
})

// sumRange is the sums lo..hi that are in a set, by their distance from lo. Sums more than 63 above lo are all in it.
type sumRange struct {
	lo, hi int
	set    uint64
}

func (r sumRange) has(sum int) bool { return sum-r.lo > 63 || r.set>>(sum-r.lo)&1 != 0 }

// combine returns the numbers that some set within the union has, of one number for each of n cells and with a sum in the range,
// and, for several cells, those that all such sets have. If the union is too wide to list the sets, all its numbers may be in
// some, and none in all.
func combine(union uint64, n int, within sumRange, limit int) (some, all uint64) {
	first := bits.TrailingZeros64(union)
	if n == 1 {
		return union & (within.set << within.lo) & bitset.Below(within.hi+1), 0
	}
	if union >>= first; union>>limit != 0 || n > limit {
		return union << first, 0
	}
	bySum := setsBySum()[n]
	outside, any, every := ^uint16(union), uint16(0), uint16(union)
	for sum := max(within.lo-n*first, 0); sum <= min(within.hi-n*first, len(bySum)-1); sum++ {
		if !within.has(sum + n*first) {
			continue
		}
		for _, set := range bySum[sum] {
			if set&outside == 0 {
				any |= set
				every &= set
			}
		}
		if any == uint16(union) && every == 0 {
			break
		}
	}
	return uint64(any) << first, uint64(any&every) << first
}

// addAll returns the sums of a number of each of two sets; those above 63 are lost.
func addAll(a, b uint64) (sums uint64) {
	if bits.OnesCount64(a) < bits.OnesCount64(b) {
		a, b = b, a
	}
	if first := bits.TrailingZeros64(b); b>>first&(b>>first+1) == 0 {
		return spread(a, bits.Len64(b)-first) << first
	}
	for ; b != 0; b &= b - 1 {
		sums |= a << bits.TrailingZeros64(b)
	}
	return sums
}

// spread returns the sums of a number of a set and one below n, which is 1 or more; those above 63 are lost.
func spread(set uint64, n int) uint64 {
	for done := 1; done < n; done *= 2 {
		set |= set << min(done, n-done)
	}
	return set
}

// sumsOfTwo returns the sums of two different numbers, one of each set, by their distance from a least one.
func sumsOfTwo(a, b uint64, least int) (sums uint64) {
	for ; a != 0; a &= a - 1 {
		sums |= space.Moved(b&^(a&-a), bits.TrailingZeros64(a)-least)
	}
	return sums
}

// pairsWithSum returns the numbers of each of two sets that have a different number of the other one, with a sum in a third set.
// Sums are given by their distance from a least one.
func pairsWithSum(a, b, sums uint64, least int) (x, y uint64) {
	for ; a != 0; a &= a - 1 {
		number := a & -a
		if partners := b &^ number & space.Moved(sums, least-bits.TrailingZeros64(a)); partners != 0 {
			x, y = x|number, y|partners
		}
	}
	return x, y
}
