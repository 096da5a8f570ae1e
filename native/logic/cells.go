package logic

import (
	"iter"
	"math/bits"

	"qmsat/model"
)

// cellSet is a set of variables, a bit each. Sets of one board have the same length.
type cellSet []uint64

func (c cellSet) add(v model.Var)      { c[v>>6] |= 1 << (v & 63) }
func (c cellSet) remove(v model.Var)   { c[v>>6] &^= 1 << (v & 63) }
func (c cellSet) has(v model.Var) bool { return c[v>>6]>>(v&63)&1 != 0 }

// and keeps what is in d, too, and reports whether anything is left.
func (c cellSet) and(d cellSet) bool {
	var left uint64
	for i := range c {
		c[i] &= d[i]
		left |= c[i]
	}
	return left != 0
}

// andNot removes what is in d.
func (c cellSet) andNot(d cellSet) {
	for i := range c {
		c[i] &^= d[i]
	}
}

// or adds what is in d.
func (c cellSet) or(d cellSet) {
	for i := range c {
		c[i] |= d[i]
	}
}

func (c cellSet) empty() bool {
	for _, word := range c {
		if word != 0 {
			return false
		}
	}
	return true
}

func (c cellSet) size() int {
	n := 0
	for _, word := range c {
		n += bits.OnesCount64(word)
	}
	return n
}

// within reports whether every member is in d.
func (c cellSet) within(d cellSet) bool {
	for i := range c {
		if c[i]&^d[i] != 0 {
			return false
		}
	}
	return true
}

// meets reports whether some member is in d.
func (c cellSet) meets(d cellSet) bool {
	for i := range c {
		if c[i]&d[i] != 0 {
			return true
		}
	}
	return false
}

// all yields the members, lowest first.
func (c cellSet) all() iter.Seq[model.Var] {
	return func(yield func(model.Var) bool) {
		for i, word := range c {
			for ; word != 0; word &= word - 1 {
				if !yield(model.Var(i<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

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

// mostChosen is how many masks are chosen at most: more than any 9×9 puzzle asks for.
const mostChosen = 8

// closed calls visit with each choice of so many of the masks, mostChosen at most, whose union has no more bits than that, first masks first,
// and leaves out masks with fewer than two bits. It stops where visit returns false, and reports whether it did not.
// That is what naked sets (candidates by cell), hidden sets (places by value) and fish (places by line) have in common.
func closed(masks []uint64, size int, visit func(chosen []int, union uint64) bool) bool {
	var usable uint64
	for i, mask := range masks {
		if n := count(mask); n >= 2 && n <= size {
			usable |= 1 << i
		}
	}
	return unions(masks, usable, size, size, visit)
}

// unions calls visit with each choice of so many of the usable masks whose union has no more bits than most, and is else as closed.
func unions(masks []uint64, usable uint64, size, most int, visit func(chosen []int, union uint64) bool) bool {
	u := unionSearch{masks: masks, size: size, most: most, visit: visit}
	return u.choose(usable, 0, 0)
}

type unionSearch struct {
	masks      []uint64
	size, most int
	visit      func(chosen []int, union uint64) bool
	chosen     [mostChosen]int
}

// choose goes on from n masks that are chosen, with one of those left.
func (u *unionSearch) choose(left uint64, n int, union uint64) bool {
	if n == u.size {
		return u.visit(u.chosen[:n], union)
	}
	for ; count(left) >= u.size-n; left &= left - 1 {
		i := lowest(left)
		if more := union | u.masks[i]; count(more) <= u.most {
			u.chosen[n] = i
			if !u.choose(left&(left-1), n+1, more) {
				return false
			}
		}
	}
	return true
}
