package space

import (
	"qmsat/model"
	"qmsat/native/bitset"
)

// Permutation is allDifferent for equal domains with as many values as variables, in one word each: the houses of Sudoku up to
// 64×64. It finds the same as allDifferent. A call takes O(variables) steps.
type Permutation struct {
	variables []model.Var
	offsets   []int // of each variable's word in a state
	full      uint64
}

func NewPermutation(l *Layout, variables []model.Var) *Permutation {
	p := &Permutation{variables: variables, full: bitset.Below(len(variables))}
	for _, v := range variables {
		p.offsets = append(p.offsets, l.Offsets[v])
	}
	return p
}

func (p *Permutation) Propagate(s *Space) bool {
	state, taken, once, twice := s.State, uint64(0), uint64(0), uint64(0)
	for _, offset := range p.offsets {
		w := state[offset]
		rest := w & (w - 1)
		taken |= w &^ -((rest | -rest) >> 63) // w if it is one value, without a branch, which no processor could foresee
		twice |= once & w
		once |= w
	}
	if once != p.full {
		return false
	}
	hidden := once &^ twice &^ taken
	narrowed := twice&taken | hidden
	if narrowed == 0 {
		return true
	}
	fixed := uint64(0)
	for i, offset := range p.offsets {
		w := state[offset]
		if w&narrowed == 0 {
			continue
		}
		if w&(w-1) == 0 {
			if w&fixed != 0 {
				return false
			}
			fixed |= w
			continue
		}
		left := w &^ taken
		if single := w & hidden; single != 0 {
			if single&(single-1) != 0 {
				return false
			}
			left = single
		}
		if !s.Put(p.variables[i], left) {
			return false
		}
	}
	return true
}
