package generate

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
)

// units are the variables that a puzzle may give, in groups: a group is given or left open as a whole. Groups are the orbits of a
// symmetry, or single variables.
type units struct {
	members [][]model.Var
	of      []int // by variable: its unit, or -1
	cells   int   // number of variables in all units
}

func newUnits(members [][]model.Var, variables int) *units {
	u := &units{members: members, of: slices.Repeat([]int{-1}, variables)}
	for i, member := range members {
		u.cells += len(member)
		for _, v := range member {
			u.of[v] = i
		}
	}
	return u
}

// reaches reports whether some set of units has exactly that many cells.
func (u *units) reaches(cells int) bool {
	if cells < 0 || cells > u.cells {
		return false
	}
	units := map[int]int{} // by size
	for _, member := range u.members {
		units[len(member)]++
	}
	sums := big.NewInt(1) // bit n is set if some set of units has n cells
	for size, left := range units {
		for part := 1; left > 0; part *= 2 { // sets of 1, 2, 4 and so on, and of the rest, make every number of units
			part = min(part, left)
			left -= part
			sums.Or(sums, new(big.Int).Lsh(sums, uint(size*part)))
		}
	}
	return sums.Bit(cells) == 1
}

// choose draws a set of units with that many cells; [units.reaches] must hold.
func (u *units) choose(ctx context.Context, random *rand.Rand, cells int) ([]int, error) {
	for ctx.Err() == nil {
		var chosen []int
		left := cells
		for _, unit := range random.Perm(len(u.members)) {
			if len(u.members[unit]) <= left {
				chosen = append(chosen, unit)
				left -= len(u.members[unit])
			}
		}
		if left == 0 {
			return chosen, nil
		}
	}
	return nil, context.Cause(ctx)
}

// newSet returns an empty set of units.
func (u *units) newSet() bitset.Set { return bitset.New(len(u.members)) }

// difference sets s to the units in which two assignments differ.
func (u *units) difference(s bitset.Set, a, b model.Assignment) {
	clear(s)
	for v, unit := range u.of {
		if unit >= 0 && a[v] != b[v] {
			s.Add(unit)
		}
	}
}
