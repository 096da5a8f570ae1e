package native

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/native/bitset"
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

// TestKeepBetween compares what is left of a domain with the same on a list.
func TestKeepBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 200).Draw(t, "size")
		domain := bitset.New(size)
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, size-1), 1, 5).Draw(t, "bits") {
			domain.Add(i)
		}
		s := &space{layout: &layout{offsets: []int{0, len(domain)}}, state: domain}
		s.watchers[onChange], s.watchers[onFix] = make([][]int32, 1), make([][]int32, 1)
		from := rapid.IntRange(0, size-1).Draw(t, "from")
		to := rapid.IntRange(-1, size-1).Draw(t, "to")
		left := slices.DeleteFunc(slices.Collect(domain.All()), func(i int) bool { return i < from || i > to })
		if ok := s.keepBetween(0, from, to); ok != (len(left) > 0) || !slices.Equal(slices.Collect(s.bits(0).All()), left) {
			t.Fatalf("keepBetween(%d, %d) = %t with %v, expected %v", from, to, ok, slices.Collect(s.bits(0).All()), left)
		}
	})
}
