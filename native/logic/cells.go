package logic

import (
	"iter"
	"math/bits"
)

// bitsOf yields the numbers of the bits of a mask, lowest first.
func bitsOf(mask uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; mask != 0; mask &= mask - 1 {
			if !yield(bits.TrailingZeros64(mask)) {
				return
			}
		}
	}
}

// closed calls visit with each choice of size masks whose union has at most size bits, as a mask of their numbers, in ascending
// order. It skips masks with fewer than two bits. Naked sets (candidates by cell), hidden sets (positions by value) and fish
// (positions by line) use it.
func closed(masks []uint64, size int, visit func(chosen, union uint64)) {
	var usable uint64
	for i, mask := range masks {
		if n := count(mask); n >= 2 && n <= size {
			usable |= 1 << i
		}
	}
	unions(masks, usable, size, size, visit)
}

// unions calls visit with each choice of size usable masks whose union has up to most bits, and otherwise works like closed.
func unions(masks []uint64, usable uint64, size, most int, visit func(chosen, union uint64)) {
	u := unionSearch{masks: masks, most: most, visit: visit}
	u.choose(usable, size, 0, 0)
}

type unionSearch struct {
	masks []uint64
	most  int
	visit func(chosen, union uint64)
}

// choose adds more of the remaining masks to the chosen ones.
func (u *unionSearch) choose(left uint64, more int, chosen, union uint64) {
	if more == 0 {
		u.visit(chosen, union)
		return
	}
	for ; count(left) >= more; left &= left - 1 {
		i := lowest(left)
		if with := union | u.masks[i]; count(with) <= u.most {
			u.choose(left&(left-1), more-1, chosen|1<<i, with)
		}
	}
}
