package native

import (
	"math/bits"
	"sync"

	"qmsat/model/engine"
)

// mostCombined is the largest number of consecutive values whose sets are listed. combinedSetting lowers it.
const mostCombined = 12

var combinedSetting = engine.NewThreshold("combined-values", "in a row, of which sets with a sum are listed", mostCombined, 1, 3)

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

// combine returns the numbers that some set within the union has, of one number for each of n cells and with a sum from lo to hi,
// and those that all such sets have. If the union is too wide to list the sets, all its numbers may be in some, and none in all.
func combine(union uint64, n, lo, hi, limit int) (some, all uint64) {
	first := bits.TrailingZeros64(union)
	if union >>= first; union>>limit != 0 || n > limit {
		return union << first, 0
	}
	bySum := setsBySum()[n]
	outside, any, every := ^uint16(union), uint16(0), uint16(union)
	for sum := max(lo-n*first, 0); sum <= min(hi-n*first, len(bySum)-1); sum++ {
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
