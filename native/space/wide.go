package space

import (
	"math/bits"

	"qmsat/model"
	"qmsat/native/bitset"
)

// WideVariables returns which variables of a model have bounds only, or nil if none has. The kinds of constraints declare which
// variables need more.
func WideVariables(m *model.Model, limits *Limits) (wide []bool) {
	for v := range m.Variables {
		if m.Variables[v].Domain.Size() > limits.Narrow {
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
		if k := Kinds.Entries[c.Kind()]; k != nil { // a constraint of an unknown kind is refused when it is built
			for _, v := range k.Values(m, c, limits) {
				wide[v] = false
			}
		}
	}
	return wide
}

func (l *Layout) IsWide(v model.Var) bool { return int(v) < len(l.Wide) && l.Wide[v] }

// WordsOf returns the number of words of a domain.
func WordsOf(size int, wide bool) int {
	if wide {
		return 2
	}
	return bitset.Words(size)
}

// keepWide is KeepBetween for a wide variable.
func (s *Space) keepWide(v model.Var, from, to int) bool {
	words := s.State[s.Offsets[v]:][:2]
	lo, hi := int(words[0]), int(words[1])
	if from <= lo && hi <= to {
		return true
	}
	from, to = max(from, lo), min(to, hi)
	if from > to {
		return false
	}
	s.set(v, 0, uint64(from))
	s.set(v, 1, uint64(to))
	s.wake(v, from == to)
	return true
}

// dropWide is DropBetween for a wide variable; it does nothing if that would leave a gap. Propagators are woken again once it
// would not.
func (s *Space) dropWide(v model.Var, from, to int) bool {
	lo, hi := s.Lowest(v), s.Highest(v)
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

// After returns the number of v's next value after the one with number i, or -1.
func (s *Space) After(v model.Var, i int) int {
	i++
	if s.IsWide(v) {
		if i > s.Highest(v) {
			return -1
		}
		return i
	}
	values := s.Bits(v)
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
