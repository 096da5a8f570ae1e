package native

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"qmsat/model"
	"qmsat/native/bitset"
	"qmsat/native/space"
)

// TestNumberingAgreesWithDomain compares the fast numbering with the plain one of package model.
func TestNumberingAgreesWithDomain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := model.Values(rapid.SliceOfN(rapid.IntRange(-20, 20), 1, 20).Draw(t, "values")...)
		n := space.NewNumbering(d)
		for v := -22; v <= 22; v++ {
			below, has := d.Index(v)
			if got, ok := n.Index(v); got != below || ok != has {
				t.Fatalf("index(%d) = %d, %t in %v, expected %d, %t", v, got, ok, d, below, has)
			}
			if got := n.Below(v); got != below {
				t.Fatalf("below(%d) = %d in %v, expected %d", v, got, d, below)
			}
		}
		for i := range d.Size() {
			if got := n.Value(i); got != d.Value(i) {
				t.Fatalf("value(%d) = %d in %v, expected %d", i, got, d, d.Value(i))
			}
		}
	})
}

// TestKeepBetween compares the remaining domain with the same operation on a list.
func TestKeepBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(1, 200).Draw(t, "size")
		domain := bitset.New(size)
		for _, i := range rapid.SliceOfN(rapid.IntRange(0, size-1), 1, 5).Draw(t, "bits") {
			domain.Add(i)
		}
		s := &space.Space{Layout: &space.Layout{Offsets: []int{0, len(domain)}}, State: domain, SavedIn: make([]uint64, len(domain)), Era: 1}
		for event := range s.Watchers {
			s.Watchers[event] = make([][]int32, 1)
		}
		from := rapid.IntRange(0, size-1).Draw(t, "from")
		to := rapid.IntRange(-1, size-1).Draw(t, "to")
		left := slices.DeleteFunc(slices.Collect(domain.All()), func(i int) bool { return i < from || i > to })
		if ok := s.KeepBetween(0, from, to); ok != (len(left) > 0) || !slices.Equal(slices.Collect(s.Bits(0).All()), left) {
			t.Fatalf("keepBetween(%d, %d) = %t with %v, expected %v", from, to, ok, slices.Collect(s.Bits(0).All()), left)
		}
	})
}

// TestChangedIsShort expects a variable of thousands of words once among the changes: its size is counted for each entry.
func TestChangedIsShort(t *testing.T) {
	size := 64 * 5000
	s := &space.Space{Layout: &space.Layout{Offsets: []int{0, size / 64}}, State: bitset.Full(size), SavedIn: make([]uint64, size/64), Era: 1}
	for event := range s.Watchers {
		s.Watchers[event] = make([][]int32, 1)
	}
	mark := s.Mark()
	for _, change := range []func(){func() { s.KeepBetween(0, 5, 7) }, func() { s.Undo(mark) }} {
		change()
		if changed, _ := s.Changed(); !slices.Equal(changed, []model.Var{0}) {
			t.Errorf("%d changes, expected that of the variable", len(changed))
		}
	}
}

// TestBoundsWake expects a propagator that waits for the bounds to be woken if and only if one of them is removed.
func TestBoundsWake(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := space.NewBuilder(t.Context(), variables(model.Interval(1, 64)), nil, nil)
		b.Post(&space.Linear{}, space.OnBounds, space.AskBounds, []model.Var{0})
		b.Due = space.NewQueue(b.Slow)
		before := rapid.Uint64Min(1).Draw(t, "before")
		left := before & rapid.Uint64Min(1).Draw(t, "mask")
		b.Load(b.State, []uint64{before})
		if ok := b.Put(0, left); !ok {
			return
		}
		was, is := bitset.Set{before}, bitset.Set{left}
		if moved := was.Lowest() != is.Lowest() || was.Highest() != is.Highest(); b.Due.Empty() == moved {
			t.Fatalf("from %b to %b: woken %t", before, left, !b.Due.Empty())
		}
	})
}
