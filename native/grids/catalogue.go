package grids

import (
	"context"
	"iter"
	"math/bits"
	"slices"
)

// catalogue is all mini-grids for one Δ, sorted, as a base for sets of them.
type catalogue struct {
	minigrids []Minigrid
	index     map[Minigrid]int
	words     int // of a set
}

func newCatalogue(ctx context.Context, b bound) (*catalogue, error) {
	t, err := newTables(ctx, b)
	if err != nil {
		return nil, err
	}
	c := &catalogue{index: map[Minigrid]int{}}
	for rows, partners := range t.partners {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for _, columns := range partners {
			m, _ := t.bound.minigrid(t.partitions[rows], t.partitions[columns])
			c.minigrids = append(c.minigrids, m, m.flipRows(), m.flipColumns(), m.flipRows().flipColumns())
		}
	}
	slices.SortFunc(c.minigrids, func(a, b Minigrid) int { return slices.Compare(a[:], b[:]) })
	for i, m := range c.minigrids {
		if i%minigridsPerPoll == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		c.index[m] = i
	}
	c.words = (len(c.minigrids) + 63) / 64
	return c, nil
}

// minigridsPerPoll is the number of mini-grids that are looked at between two looks at a context.
const minigridsPerPoll = 1 << 10

// minigridSet is a set of mini-grids of a catalogue, a bit for each.
type minigridSet []uint64

// all returns the set of all mini-grids.
func (c *catalogue) all() minigridSet {
	s := make(minigridSet, c.words)
	for i := range c.minigrids {
		s.insert(i)
	}
	return s
}

func (s minigridSet) insert(i int) { s[i/64] |= 1 << (i % 64) }

func (s minigridSet) unite(other minigridSet) {
	for i, word := range other {
		s[i] |= word
	}
}

// without returns the mini-grids of s that none of the others has.
func (s minigridSet) without(others ...minigridSet) minigridSet {
	left := slices.Clone(s)
	for _, other := range others {
		for i, word := range other {
			left[i] &^= word
		}
	}
	return left
}

// intersect sets s to the mini-grids that a and b share, and reports whether there are any.
func (s minigridSet) intersect(a, b minigridSet) bool {
	a, b = a[:len(s)], b[:len(s)]
	var any uint64
	for i := range s {
		s[i] = a[i] & b[i]
		any |= s[i]
	}
	return any != 0
}

func (s minigridSet) size() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// members yields the mini-grids' indices in ascending order.
func (s minigridSet) members() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(64*i + bits.TrailingZeros64(word)) {
					return
				}
			}
		}
	}
}
