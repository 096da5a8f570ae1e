package setter

import (
	"cmp"
	"context"
	"slices"

	"qmsat/native/bitset"
)

// hitting searches for a set of at most a size that meets some sets and contains none of others.
type hitting struct {
	ctx         context.Context
	size        int          // of the universe
	meet, avoid []bitset.Set // small sets come first
	chosen      bitset.Set
	open        bitset.Set // may still be chosen
}

// hit returns a smallest set of numbers below size that meets each set of meet and contains no set of avoid. It is nil if no
// set does. least is a known lower bound on its size. The time is exponential in the size of the result.
func hit(ctx context.Context, size int, meet, avoid []bitset.Set, least int) (bitset.Set, error) {
	if slices.ContainsFunc(avoid, bitset.Set.Empty) {
		return nil, nil
	}
	h := &hitting{ctx: ctx, size: size, meet: slices.Clone(meet), avoid: avoid}
	slices.SortStableFunc(h.meet, func(a, b bitset.Set) int { return cmp.Compare(a.Size(), b.Size()) })
	for most := least; most <= size; most++ {
		h.chosen, h.open = bitset.New(size), bitset.Full(size)
		if h.search(most) {
			return h.chosen, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return nil, nil
}

// search chooses up to left more numbers. It reports whether the chosen set then meets all sets; if not, it is unchanged.
func (h *hitting) search(left int) bool {
	if h.ctx.Err() != nil {
		return false
	}
	best, found := h.next(left)
	if !found {
		return best == nil
	}
	closed := slices.Clone(h.open)
	for i := range best.All() {
		h.chosen.Add(i)
		h.open.Remove(i)
		if !slices.ContainsFunc(h.avoid, func(a bitset.Set) bool { return a.Within(h.chosen) }) && h.search(left-1) {
			return true
		}
		h.chosen.Remove(i)
	}
	copy(h.open, closed)
	return false
}

// next returns the open numbers of a set that is not met, with the fewest of them. found is false if there is none; then the
// result is nil if all sets are met, and empty if left numbers cannot meet them: disjoint sets need a number each.
func (h *hitting) next(left int) (best bitset.Set, found bool) {
	taken, some := bitset.New(h.size), bitset.New(h.size)
	fewest, needed := 0, 0
	for _, set := range h.meet {
		if set.Meets(h.chosen) {
			continue
		}
		if !some.Intersect(set, h.open) {
			return bitset.Set{}, false
		}
		if size := some.Size(); best == nil || size < fewest {
			best, fewest = slices.Clone(some), size
		}
		if !some.Meets(taken) {
			taken.Unite(some)
			if needed++; needed > left {
				return bitset.Set{}, false
			}
		}
	}
	return best, best != nil
}
