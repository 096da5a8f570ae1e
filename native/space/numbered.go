package space

import (
	"math/bits"

	"qmsat/model"
	"qmsat/native/bitset"
)

// Numbered is the propagator of a table that numbers all pairs of values of two variables: the third one is the number of
// the pair, row by row. It finds what allowedTuples finds, in O(values of the first variable) steps a call.
type Numbered struct {
	First, Second, Pair model.Var
	columns             int
	left                bitset.Set // the pairs left; during a call only
}

// postNumbered posts a numbered if the tuples number all pairs of values of their first two variables, both in one word. It
// reports whether it did.
func (b *Builder) postNumbered(t tuples) bool {
	if len(t.variables) != 3 || len(b.Bits(t.variables[0])) != 1 || len(b.Bits(t.variables[1])) != 1 {
		return false
	}
	p := &Numbered{t.variables[0], t.variables[1], t.variables[2], b.Numberings[t.variables[1]].Size, nil}
	p.left = make(bitset.Set, len(b.Bits(p.Pair)))
	if len(t.numbers) != 3*b.Size(p.First)*b.Size(p.Second) || p.First == p.Second || p.Pair == p.First || p.Pair == p.Second {
		return false
	}
	for rest := t.numbers; len(rest) > 0; rest = rest[3:] {
		if rest[2] != rest[0]*p.columns+rest[1] || p.left.Has(rest[2]) { // if a tuple is repeated, another one is missing
			return false
		}
		p.left.Add(rest[2])
	}
	p.Post(b)
	return true
}

func (p *Numbered) Post(b *Builder) {
	b.grant(AskWord, p.First, p.Second)
	b.Post(p, OnChange, AskValues, []model.Var{p.First, p.Second, p.Pair})
}

func (p *Numbered) Propagate(s *Space) bool {
	pairs, second := s.Bits(p.Pair), s.Bits(p.Second)[0]
	firsts, seconds := uint64(0), uint64(0)
	clear(p.left)
	for left := s.Bits(p.First)[0]; left != 0; left &= left - 1 {
		from := bits.TrailingZeros64(left) * p.columns
		word, by := from/64, from%64
		row := pairs[word] >> by
		if by > 0 && word+1 < len(pairs) {
			row |= pairs[word+1] << (64 - by)
		}
		if row &= second; row == 0 {
			continue
		}
		firsts |= left & -left
		seconds |= row
		p.left[word] |= row << by
		if by > 0 && word+1 < len(pairs) {
			p.left[word+1] |= row >> (64 - by)
		}
	}
	return s.Put(p.First, firsts) && s.Put(p.Second, seconds) && s.Keep(p.Pair, p.left)
}
