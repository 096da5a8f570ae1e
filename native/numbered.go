package native

import (
	"math/bits"

	"qmsat/model"
	"qmsat/native/bitset"
)

// numbered is the propagator of a table that numbers all pairs of values of two variables: the third one is the number of
// the pair, row by row. It finds what allowedTuples finds, in O(values of the first variable) steps a call.
type numbered struct {
	first, second, pair model.Var
	columns             int
	left                bitset.Set // the pairs left; during a call only
}

// postNumbered posts a numbered if the tuples number all pairs of values of their first two variables, both in one word. It
// reports whether it did.
func (b *builder) postNumbered(t tuples) bool {
	if len(t.variables) != 3 || len(b.bits(t.variables[0])) != 1 || len(b.bits(t.variables[1])) != 1 {
		return false
	}
	p := &numbered{t.variables[0], t.variables[1], t.variables[2], b.numberings[t.variables[1]].size, nil}
	p.left = make(bitset.Set, len(b.bits(p.pair)))
	if len(t.numbers) != 3*b.Size(p.first)*b.Size(p.second) || p.first == p.second || p.pair == p.first || p.pair == p.second {
		return false
	}
	for rest := t.numbers; len(rest) > 0; rest = rest[3:] {
		if rest[2] != rest[0]*p.columns+rest[1] || p.left.Has(rest[2]) { // if a tuple is repeated, another one is missing
			return false
		}
		p.left.Add(rest[2])
	}
	p.post(b)
	return true
}

func (p *numbered) post(b *builder) {
	b.grant(askWord, p.first, p.second)
	b.post(p, onChange, askValues, []model.Var{p.first, p.second, p.pair})
}

func (p *numbered) propagate(s *space) bool {
	pairs, second := s.bits(p.pair), s.bits(p.second)[0]
	firsts, seconds := uint64(0), uint64(0)
	clear(p.left)
	for left := s.bits(p.first)[0]; left != 0; left &= left - 1 {
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
	return s.put(p.first, firsts) && s.put(p.second, seconds) && s.keep(p.pair, p.left)
}
