package native

import (
	"math/bits"

	"qmsat/model"
)

// distinct is allDifferent for values that together have numbers below 64, whatever their numbers in the variables' own words. It
// finds the same as allDifferent. A call takes O(variables) steps.
type distinct struct {
	members []shifted
	counts  bool // values left are counted
}

// shifted is a variable whose numbers of values are a constant lower than the constraint's.
type shifted struct {
	variable model.Var
	offset   int32 // of its word in a state
	by       uint8
}

func (p *allDifferent) inWord(b *builder) *distinct {
	q := &distinct{counts: p.counts}
	for _, x := range p.members {
		by := b.numberings[x.variable].lo - p.union.lo
		q.members = append(q.members, shifted{x.variable, int32(b.offsets[x.variable]), uint8(by)})
	}
	return q
}

func (x shifted) values(state []uint64) uint64 { return state[x.offset] << (x.by & 63) }

func (p *distinct) propagate(s *space) bool {
	state := s.state
	taken, once, twice := uint64(0), uint64(0), uint64(0)
	for _, x := range p.members {
		w := x.values(state)
		if w&(w-1) == 0 {
			if taken&w != 0 {
				return false
			}
			taken |= w
		}
		twice |= once & w
		once |= w
	}
	hidden := uint64(0)
	switch left := bits.OnesCount64(once) - len(p.members); {
	case !p.counts:
	case left < 0:
		return false
	case left == 0:
		hidden = once &^ twice &^ taken
	}
	for _, x := range p.members {
		w := x.values(state)
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
		if !s.put(x.variable, left>>(x.by&63)) {
			return false
		}
	}
	return true
}
