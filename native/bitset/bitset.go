// Package bitset holds sets of small numbers, with a bit for each, in words that the caller provides: alone, or as part of a
// state that is copied as a whole.
package bitset

import (
	"iter"
	"math/bits"
	"slices"
)

// Set has the number i if bit i%64 of word i/64 is set. Methods with several sets require equal lengths.
type Set []uint64

// Words returns the number of words for the numbers below size.
func Words(size int) int { return (size + 63) / 64 }

// New returns an empty set for the numbers below size.
func New(size int) Set { return make(Set, Words(size)) }

// Full returns the set of all numbers below size.
func Full(size int) Set {
	s := New(size)
	s.Fill(size)
	return s
}

// Below returns a word whose n lowest bits are set; n may be any number.
func Below(n int) uint64 {
	if n <= 0 {
		return 0
	}
	if n >= 64 {
		return ^uint64(0)
	}
	return 1<<n - 1
}

// Fill makes s the set of the numbers below n.
func (s Set) Fill(n int) {
	for i := range s {
		s[i] = Below(n - 64*i)
	}
}

// Add adds a number.
func (s Set) Add(i int) { s[i/64] |= 1 << (i % 64) }

// AddBetween adds the numbers from..to; to must not be less than from.
func (s Set) AddBetween(from, to int) {
	for i := from / 64; i <= to/64; i++ {
		s[i] |= Below(to+1-64*i) &^ Below(from-64*i)
	}
}

// Remove takes a number away.
func (s Set) Remove(i int) { s[i/64] &^= 1 << (i % 64) }

// Has reports whether i is in the set.
func (s Set) Has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// Empty reports whether nothing is in the set.
func (s Set) Empty() bool {
	for _, w := range s {
		if w != 0 {
			return false
		}
	}
	return true
}

// Single reports whether a nonempty set has exactly one number.
func (s Set) Single() bool {
	seen := false
	for _, w := range s {
		if w == 0 {
			continue
		}
		if seen || w&(w-1) != 0 {
			return false
		}
		seen = true
	}
	return true
}

// Size returns how many numbers are in the set.
func (s Set) Size() int {
	n := 0
	for _, w := range s {
		n += bits.OnesCount64(w)
	}
	return n
}

// Unite adds the numbers of other.
func (s Set) Unite(other Set) {
	for i, w := range other {
		s[i] |= w
	}
}

// Subtract removes the numbers of other.
func (s Set) Subtract(other Set) {
	for i, w := range other {
		s[i] &^= w
	}
}

// Intersect sets s to the intersection of a and b, and reports whether it is nonempty. a or b may be s.
func (s Set) Intersect(a, b Set) bool {
	a, b = a[:len(s)], b[:len(s)]
	var any uint64
	for i := range s {
		s[i] = a[i] & b[i]
		any |= s[i]
	}
	return any != 0
}

// Meets reports whether s and other share a number.
func (s Set) Meets(other Set) bool {
	for i, word := range other {
		if s[i]&word != 0 {
			return true
		}
	}
	return false
}

// Within reports whether other contains all numbers of s.
func (s Set) Within(other Set) bool {
	for i, word := range s {
		if word&^other[i] != 0 {
			return false
		}
	}
	return true
}

// Lowest returns the lowest number of a set that is not empty.
func (s Set) Lowest() int {
	i := 0
	for s[i] == 0 {
		i++
	}
	return 64*i + bits.TrailingZeros64(s[i])
}

// Highest returns the highest number of a set that is not empty.
func (s Set) Highest() int {
	i := len(s) - 1
	for s[i] == 0 {
		i--
	}
	return 64*i + bits.Len64(s[i]) - 1
}

// Backward yields the numbers in descending order, as [Set.All] does in ascending order.
func (s Set) Backward() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range slices.Backward(s) {
			for w != 0 {
				highest := bits.Len64(w) - 1
				if !yield(64*i + highest) {
					return
				}
				w &^= 1 << highest
			}
		}
	}
}

// All yields the numbers in ascending order. Changes during the loop in the word of the latest number are ignored.
func (s Set) All() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, w := range s {
			for ; w != 0; w &= w - 1 {
				if !yield(64*i + bits.TrailingZeros64(w)) {
					return
				}
			}
		}
	}
}
