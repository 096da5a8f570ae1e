package native

import (
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
)

// TestNumberingAgreesWithDomain compares the fast numbering with the plain one of package model.
func TestNumberingAgreesWithDomain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := model.Values(rapid.SliceOfN(rapid.IntRange(-20, 20), 1, 20).Draw(t, "values")...)
		n := newNumbering(d)
		for v := -22; v <= 22; v++ {
			below, has := d.Index(v)
			if got, ok := n.index(v); got != below || ok != has {
				t.Fatalf("index(%d) = %d, %t in %v, expected %d, %t", v, got, ok, d, below, has)
			}
			if got := n.below(v); got != below {
				t.Fatalf("below(%d) = %d in %v, expected %d", v, got, d, below)
			}
		}
		for i := range d.Size() {
			if got := n.value(i); got != d.Value(i) {
				t.Fatalf("value(%d) = %d in %v, expected %d", i, got, d, d.Value(i))
			}
		}
	})
}

// TestBits compares the operations on bit sets with the same on a slice of booleans.
func TestBits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 200).Draw(t, "size")
		words := make([]uint64, wordsFor(size))
		set := make([]bool, size)
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, size-1), 1, 5).Draw(t, "bits") {
			setBit(words, i)
			set[i] = true
		}
		n := 0
		for i := range set {
			next := i
			for next < size && !set[next] {
				next++
			}
			if next == size {
				next = -1
			}
			if got := nextBit(words, i); got != next {
				t.Fatalf("nextBit(%d) = %d, expected %d", i, got, next)
			}
			if hasBit(words, i) != set[i] {
				t.Fatalf("hasBit(%d) = %t", i, !set[i])
			}
			if set[i] {
				n++
			}
		}
		if count(words) != n || isSingle(words) != (n == 1) || isEmpty(words) {
			t.Fatalf("count %d, single %t, empty %t of %d bits", count(words), isSingle(words), isEmpty(words), n)
		}
		s := &space{layout: &layout{offsets: []int{0, len(words)}}, state: words}
		s.watchers[onChange], s.watchers[onFix] = make([][]int32, 1), make([][]int32, 1)
		from := rapid.IntRange(0, size-1).Draw(t, "from")
		to := rapid.IntRange(-1, size-1).Draw(t, "to")
		left := 0
		for i := from; i <= to; i++ {
			if set[i] {
				left++
			}
		}
		if ok := s.keepBetween(0, from, to); ok != (left > 0) || count(words) != left {
			t.Fatalf("keepBetween(%d, %d) = %t with %d values, expected %d", from, to, ok, count(words), left)
		}
		if left > 0 && (s.lowest(0) < from || s.highest(0) > to || !hasBit(words, s.lowest(0)) || !hasBit(words, s.highest(0))) {
			t.Fatalf("lowest %d, highest %d in %d..%d", s.lowest(0), s.highest(0), from, to)
		}
	})
}
