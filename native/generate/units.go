package generate

import (
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"slices"

	"qmsat/model"
)

// units are the variables that a puzzle may give, in groups that are given or left open together: the orbits of a symmetry,
// or single variables.
type units struct {
	members [][]model.Var
	of      []int // the unit of each variable, or -1
	cells   int   // variables in all units
	words   int   // of a unitSet
}

func newUnits(members [][]model.Var, variables int) *units {
	u := &units{members: members, of: make([]int, variables), words: (len(members) + 63) / 64}
	for i := range u.of {
		u.of[i] = -1
	}
	for i, member := range members {
		u.cells += len(member)
		for _, v := range member {
			u.of[v] = i
		}
	}
	return u
}

// reaches reports whether some of the units have just so many cells together.
func (u *units) reaches(cells int) bool {
	if cells < 0 || cells > u.cells {
		return false
	}
	sums := big.NewInt(1) // bit n says that some units have n cells together
	for _, member := range u.members {
		sums.Or(sums, new(big.Int).Lsh(sums, uint(len(member))))
	}
	return sums.Bit(cells) == 1
}

// choose draws units with so many cells together, which [units.reaches] says that there are.
func (u *units) choose(ctx context.Context, random *rand.Rand, cells int) ([]int, error) {
	for ctx.Err() == nil {
		var chosen []int
		left := cells
		for _, unit := range random.Perm(len(u.members)) {
			if len(u.members[unit]) <= left {
				chosen = append(chosen, unit)
				left -= len(u.members[unit])
			}
			if left == 0 {
				return chosen, nil
			}
		}
	}
	return nil, context.Cause(ctx)
}

// unitSet is a set of units, a bit for each.
type unitSet []uint64

func (u *units) newSet() unitSet { return make(unitSet, u.words) }

// newFullSet returns the set of all units.
func (u *units) newFullSet() unitSet {
	s := u.newSet()
	for i := range u.members {
		s.insert(i)
	}
	return s
}

func (s unitSet) insert(i int)   { s[i/64] |= 1 << (i % 64) }
func (s unitSet) remove(i int)   { s[i/64] &^= 1 << (i % 64) }
func (s unitSet) has(i int) bool { return s[i/64]>>(i%64)&1 != 0 }

// intersect leaves what is also in other, and reports whether that is anything.
func (s unitSet) intersect(other unitSet) bool {
	var any uint64
	for i, word := range other {
		s[i] &= word
		any |= s[i]
	}
	return any != 0
}

// subtract takes away what is in other.
func (s unitSet) subtract(other unitSet) {
	for i, word := range other {
		s[i] &^= word
	}
}

func (s unitSet) empty() bool {
	return !slices.ContainsFunc(s, func(word uint64) bool { return word != 0 })
}

// list returns the units of a set in ascending order.
func (s unitSet) list() []int {
	var list []int
	for i, word := range s {
		for ; word != 0; word &= word - 1 {
			list = append(list, 64*i+bits.TrailingZeros64(word))
		}
	}
	return list
}

// difference makes s the set of the units in which two assignments differ.
func (u *units) difference(s unitSet, a, b model.Assignment) {
	clear(s)
	for v, unit := range u.of {
		if unit >= 0 && a[v] != b[v] {
			s.insert(unit)
		}
	}
}
