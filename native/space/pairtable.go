package space

import (
	"math/bits"

	"qmsat/model"
	"qmsat/native/bitset"
)

// PairTable keeps the values of two variables that have a partner: a value of the other variable that may stand with it. Both have
// one word. This is arc consistency, in O(values) steps a call.
type PairTable struct {
	variables [2]model.Var
	partners  [2][]uint64 // by position and number of a value: its partners
	// most is, by position, the largest number of values there that are no partners of one value of the other variable. With more
	// values left, each value of the other variable has a partner.
	most [2]int
}

// PostPair posts a PairTable if the tuples are pairs and both variables have one word. It reports whether it did.
func (b *Builder) PostPair(t tuples, forbidden bool) bool {
	if len(t.variables) != 2 || len(b.Bits(t.variables[0])) != 1 || len(b.Bits(t.variables[1])) != 1 {
		return false
	}
	p := &PairTable{variables: [2]model.Var(t.variables)}
	for i, v := range p.variables {
		p.partners[i] = make([]uint64, b.Numberings[v].Size)
	}
	for rest := t.numbers; len(rest) > 0; rest = rest[2:] {
		p.partners[0][rest[0]] |= 1 << rest[1]
		p.partners[1][rest[1]] |= 1 << rest[0]
	}
	for i, partners := range p.partners {
		others := len(p.partners[1-i])
		for number := range partners {
			if forbidden {
				partners[number] = bitset.Below(others) &^ partners[number]
			}
			p.most[1-i] = max(p.most[1-i], others-bits.OnesCount64(partners[number]))
		}
	}
	b.Post(p, OnChange, AskWord, t.variables)
	return true
}

func (p *PairTable) Propagate(s *Space) bool { return p.narrow(s, 0) && p.narrow(s, 1) }

// narrow removes the values that have no partner left at a position.
func (p *PairTable) narrow(s *Space, position int) bool {
	left := s.Bits(p.variables[position])[0]
	if bits.OnesCount64(left) > p.most[position] {
		return true
	}
	some := uint64(0)
	for ; left != 0; left &= left - 1 {
		some |= p.partners[position][bits.TrailingZeros64(left)]
	}
	return s.Keep(p.variables[1-position], []uint64{some})
}
