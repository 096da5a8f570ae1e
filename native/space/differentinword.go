package space

import (
	"math/bits"

	"qmsat/model"
)

// differentInWord is allDifferent for values that together have numbers below 64, whatever their numbers in the variables' own words. It
// finds the same as allDifferent. A call takes O(variables) steps.
type differentInWord struct {
	Members []Shifted
	counts  bool // values left are counted
}

// Shifted is a variable whose numbers of values are a constant lower than the constraint's.
type Shifted struct {
	Variable model.Var
	Offset   int32 // of its word in a state
	By       uint8
}

func (p *allDifferent) InWord(b *Builder) *differentInWord {
	q := &differentInWord{counts: p.counts}
	for _, x := range p.members {
		by := b.Numberings[x.variable].Lo - p.Union.Lo
		q.Members = append(q.Members, Shifted{x.variable, int32(b.Offsets[x.variable]), uint8(by)})
	}
	return q
}

func (x Shifted) Values(state []uint64) uint64 { return state[x.Offset] << (x.By & 63) }

func (p *differentInWord) Propagate(s *Space) bool {
	state := s.State
	taken, clash, open, twice := uint64(0), uint64(0), uint64(0), uint64(0)
	for _, x := range p.Members {
		w := x.Values(state)
		several := w & (w - 1)
		several = uint64(int64(several|-several) >> 63) // all bits if w has several values, without a branch
		clash |= taken & w &^ several
		twice |= (taken | open) & w
		taken |= w &^ several
		open |= w & several
	}
	if clash != 0 {
		return false
	}
	hidden := uint64(0)
	switch left := bits.OnesCount64(taken|open) - len(p.Members); {
	case !p.counts:
	case left < 0:
		return false
	case left == 0:
		hidden = open &^ twice &^ taken
	}
	if open&(taken|hidden) == 0 {
		return true
	}
	for _, x := range p.Members {
		w := x.Values(state)
		if w&(taken|hidden) == 0 || w&(w-1) == 0 {
			continue
		}
		left := w &^ taken
		if single := w & hidden; single != 0 {
			if single&(single-1) != 0 {
				return false
			}
			left = single
		}
		if !s.Put(x.Variable, left>>(x.By&63)) {
			return false
		}
	}
	return true
}
