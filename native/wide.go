package native

import (
	"math/bits"

	"qmsat/model"
	"qmsat/native/bitset"
)

// A domain of up to mostNarrow values is a set of bits, one of a variable that is divided or comes of a division up to mostDivided: there
// values between the bounds go that other divisions miss. Larger domains are bounds, if the constraints on them ask for no more: a state
// with all the bits of a product takes longer to copy than its bounds to propagate. The triangles with a right angle and whole sides up to
// 400 take 0.03 s so, and 30 s by bits.
var (
	mostNarrow  = 1 << 8
	mostDivided = 1 << 12
)

// wideVariables returns which variables of a model have bounds only; nil where none has.
func wideVariables(m *model.Model) (wide []bool) {
	for v := range m.Variables {
		if m.Variables[v].Domain.Size() > mostNarrow {
			if wide == nil {
				wide = make([]bool, len(m.Variables))
			}
			wide[v] = true
		}
	}
	if wide == nil {
		return nil
	}
	for _, c := range m.Constraints {
		_, division := c.(*model.Division)
		for _, v := range asksForValues(c) {
			wide[v] = wide[v] && division && m.DomainOf(v).Size() > mostDivided
		}
	}
	return wide
}

// asksForValues returns the variables whose values a constraint's propagators look at, and not their bounds alone.
func asksForValues(c model.Constraint) []model.Var {
	switch c := c.(type) {
	case *model.Linear, *model.Product, *model.Extremum:
		return nil
	case *model.ReifiedLinear:
		if len(c.Terms) > 2 || len(c.Terms) == 2 && c.Lo != c.Hi {
			if c.If == nil {
				return nil
			}
			return []model.Var{c.If.Var}
		}
	}
	return c.Scope()
}

func (l *layout) isWide(v model.Var) bool { return int(v) < len(l.wide) && l.wide[v] }

// wordsOf returns the number of words of a domain.
func wordsOf(size int, wide bool) int {
	if wide {
		return 2
	}
	return bitset.Words(size)
}

// keepWide does what keepBetween does, for a wide variable.
func (s *space) keepWide(v model.Var, from, to int) bool {
	lo, hi := s.lowest(v), s.highest(v)
	if from <= lo && hi <= to {
		return true
	}
	from, to = max(from, lo), min(to, hi)
	if from > to {
		return false
	}
	words := s.bits(v)
	words[0], words[1] = uint64(from), uint64(to)
	s.wake(v, from == to)
	return true
}

// dropWide does what dropBetween does, for a wide variable, if that leaves no gap. Propagators are woken again when it would not.
func (s *space) dropWide(v model.Var, from, to int) bool {
	lo, hi := s.lowest(v), s.highest(v)
	switch {
	case from > to || to < lo || from > hi:
		return true
	case from <= lo:
		return s.keepWide(v, to+1, hi)
	case to >= hi:
		return s.keepWide(v, lo, from-1)
	}
	return true
}

// after returns the number of the first value of v beyond the one with number i, or -1.
func (s *space) after(v model.Var, i int) int {
	i++
	if s.isWide(v) {
		if i > s.highest(v) {
			return -1
		}
		return i
	}
	values := s.bits(v)
	w := i / 64
	if w == len(values) {
		return -1
	}
	word := values[w] &^ bitset.Below(i%64)
	for word == 0 {
		if w++; w == len(values) {
			return -1
		}
		word = values[w]
	}
	return 64*w + bits.TrailingZeros64(word)
}
