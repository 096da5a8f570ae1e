package space

import (
	"math/bits"

	"qmsat/model"
)

// Linear propagates the bounds of lo ≤ Σ aᵢxᵢ ≤ hi: a term is at most hi minus the smallest values of the others, and at
// least lo minus their largest values. A call takes O(terms) steps.
//
// Source: bounds propagation as in Schulte and Stuckey, "When do bounds and domain propagation lead to the same search
// space?", 2005.
type Linear struct {
	Terms  []Term
	Lo, Hi int
}

// Term is aᵢxᵢ, with its bounds during a call.
type Term struct {
	coefficient int
	Variable    model.Var
	lo          int // the value with number 0
	offset      int // of the variable's words in a state
	inWord      bool
	inBounds    bool // wide, without gaps
	Least, Most int
}

func (l *Layout) NewTerm(coefficient int, v model.Var) Term {
	n := &l.Numberings[v]
	return Term{coefficient: coefficient, Variable: v, lo: n.Lo, offset: l.Offsets[v],
		inWord: n.InWord() && !l.IsWide(v), inBounds: l.IsWide(v) && n.ranges == nil}
}

// NoBound is larger than any |Σ aᵢxᵢ| of a valid model, which is at most 2^52. It is small enough that sums and differences of it
// do not overflow.
const NoBound = 1 << 54

func (l *Layout) NewLinear(terms []model.Term, lo, hi int) Linear {
	p := Linear{Lo: max(lo, -NoBound), Hi: min(hi, NoBound)}
	for _, t := range terms {
		p.Terms = append(p.Terms, l.NewTerm(t.Coefficient, t.Var))
	}
	return p
}

func (p *Linear) Propagate(s *Space) bool {
	least, most := p.measure(s)
	return p.bound(s, least, most, p.Lo, p.Hi)
}

// measure returns the least and the largest value of the sum.
func (p *Linear) measure(s *Space) (least, most int) {
	for i := range p.Terms {
		t := &p.Terms[i]
		t.Measure(s)
		least += t.Least
		most += t.Most
	}
	return least, most
}

// bound keeps a sum within lo..hi, given its least and largest value.
func (p *Linear) bound(s *Space, least, most, lo, hi int) bool {
	if least > hi || most < lo {
		return false
	}
	for i := range p.Terms {
		t := &p.Terms[i]
		if !t.Restrict(s, lo-(most-t.Most), hi-(least-t.Least)) {
			return false
		}
	}
	return true
}

// Require keeps a sum within its bounds, or out of them. It is bounds consistent, in O(terms) steps.
func (p *Linear) Require(s *Space, want bool) bool {
	least, most := p.measure(s)
	if want {
		return p.bound(s, least, most, p.Lo, p.Hi)
	}
	return p.exclude(s, least, most)
}

func (p *Linear) Evaluate(s *Space) Truth {
	least, most := p.measure(s)
	return Within(least, most, p.Lo, p.Hi)
}

// exclude keeps a sum out of its bounds, given its least and largest value. If it cannot be on one side, it must be on the other.
// If only one term is open, the term loses the values with a sum within the bounds.
func (p *Linear) exclude(s *Space, least, most int) bool {
	switch {
	case least >= p.Lo:
		return p.bound(s, least, most, p.Hi+1, NoBound)
	case most <= p.Hi:
		return p.bound(s, least, most, -NoBound, p.Lo-1)
	}
	var open *Term
	for i := range p.Terms {
		if t := &p.Terms[i]; t.Least < t.Most {
			if open != nil {
				return true
			}
			open = t
		}
	}
	// If no term were open, the sum would be known to be on one side.
	rest := least - open.Least
	from, to := open.Numbers(s, p.Lo-rest, p.Hi-rest)
	return s.DropBetween(open.Variable, from, to)
}

// Requirement is something that may hold or not: a formula, an equality, a sum within bounds.
type Requirement interface {
	// Require makes it hold, or not hold if want is false. It reports false if that is impossible.
	Require(s *Space, want bool) bool
	Evaluate(s *Space) Truth
}

func (t *Term) Measure(s *Space) {
	lowest, highest := t.lo, t.lo
	switch {
	case t.inWord:
		w := s.State[t.offset]
		lowest += bits.TrailingZeros64(w)
		highest += bits.Len64(w) - 1
	case t.inBounds:
		lowest += int(s.State[t.offset])
		highest += int(s.State[t.offset+1])
	default:
		x := s.Bounds(t.Variable)
		lowest, highest = x.Lo, x.Hi
	}
	a, b := t.coefficient*lowest, t.coefficient*highest
	t.Least, t.Most = min(a, b), max(a, b)
}

// Restrict removes the values of the variable for which the term is not within lo..hi.
func (t *Term) Restrict(s *Space, lo, hi int) bool {
	if lo <= t.Least && t.Most <= hi {
		return true
	}
	from, to := t.Numbers(s, lo, hi)
	return s.KeepBetween(t.Variable, from, to)
}

// Numbers returns the numbers of the first and the last value for which the term is within lo..hi.
func (t *Term) Numbers(s *Space, lo, hi int) (first, last int) {
	from, to := lo, hi
	switch {
	case t.coefficient == -1:
		from, to = -hi, -lo
	case t.coefficient < 0:
		from, to = CeilDiv(hi, t.coefficient), FloorDiv(lo, t.coefficient)
	case t.coefficient > 1:
		from, to = CeilDiv(lo, t.coefficient), FloorDiv(hi, t.coefficient)
	}
	n := &s.Numberings[t.Variable]
	return n.Below(from), n.Below(to+1) - 1
}

// FloorDiv returns a/b rounded down.
func FloorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// CeilDiv returns a/b rounded up.
func CeilDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}
