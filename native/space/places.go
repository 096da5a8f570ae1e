package space

import (
	"math/bits"
	"slices"

	"qmsat/model"
)

// HousesWithin returns the propagators of the houses whose cells are all among the variables.
func (s *Space) HousesWithin(variables []model.Var) (houses []*Permutation) {
	within := make([]bool, len(s.Numberings))
	for _, v := range variables {
		within[v] = true
	}
	for _, p := range s.Propagators {
		house, ok := p.(*Permutation)
		if ok && !slices.ContainsFunc(house.variables, func(v model.Var) bool { return !within[v] }) {
			houses = append(houses, house)
		}
	}
	return houses
}

// Place looks for a value with two places left in a house, if one of the two has at least as much blame, halved, as v has for
// each of its values. It returns the place with the most blame, the first on a tie, and the number of the value. See orderFor for
// what that saves.
//
// Source: the candidate finders of Interactive Sudoku Solver; the dual model, see dualBounds.
func (s *Space) Place(houses []*Permutation, v model.Var) (best model.Var, value int, found bool) {
	size := s.Size(v)
	if size == 2 {
		return v, 0, false
	}
	// A place is as good if blame/2 ≥ v's blame/size.
	least := (2*s.Blames.Blame(v) + size - 1) / size
	for _, h := range houses {
		twice, thrice := h.repeated(s)
		for two := twice &^ thrice; two != 0; two &= two - 1 {
			for i, offset := range h.offsets {
				if s.State[offset]&two&-two == 0 {
					continue
				}
				if blame := s.Blames.Blame(h.variables[i]); blame >= least {
					best, value, found, least = h.variables[i], bits.TrailingZeros64(two), true, blame+1
				}
			}
		}
	}
	return best, value, found
}

// repeated returns the values with at least two places in the house, and those with at least three.
func (p *Permutation) repeated(s *Space) (twice, thrice uint64) {
	once := uint64(0)
	for _, offset := range p.offsets {
		w := s.State[offset]
		thrice |= twice & w
		twice |= once & w
		once |= w
	}
	return twice, thrice
}
