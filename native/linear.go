package native

import (
	"math/bits"

	"qmsat/model"
)

// linear propagates the bounds of lo ≤ Σ aᵢxᵢ ≤ hi: a term is at most hi minus the smallest values of the others, and at
// least lo minus their largest values. A call takes O(terms) steps.
//
// Source: bounds propagation as in Schulte and Stuckey, "When do bounds and domain propagation lead to the same search
// space?", 2005.
type linear struct {
	terms  []term
	lo, hi int
}

// term is aᵢxᵢ, with its bounds during a call.
type term struct {
	coefficient int
	variable    model.Var
	lo          int // the value with number 0
	offset      int // of the variable's words in a state
	inWord      bool
	inBounds    bool // wide, without gaps
	least, most int
}

func (l *layout) newTerm(coefficient int, v model.Var) term {
	n := &l.numberings[v]
	return term{coefficient: coefficient, variable: v, lo: n.lo, offset: l.offsets[v],
		inWord: n.inWord() && !l.isWide(v), inBounds: l.isWide(v) && n.ranges == nil}
}

// noBound is larger than any |Σ aᵢxᵢ| of a valid model, which is at most 2^52. It is small enough that sums and differences of it
// do not overflow.
const noBound = 1 << 54

func (l *layout) newLinear(terms []model.Term, lo, hi int) linear {
	p := linear{lo: max(lo, -noBound), hi: min(hi, noBound)}
	for _, t := range terms {
		p.terms = append(p.terms, l.newTerm(t.Coefficient, t.Var))
	}
	return p
}

func (p *linear) propagate(s *space) bool {
	least, most := p.measure(s)
	return p.bound(s, least, most, p.lo, p.hi)
}

// measure returns the least and the largest value of the sum.
func (p *linear) measure(s *space) (least, most int) {
	for i := range p.terms {
		t := &p.terms[i]
		t.measure(s)
		least += t.least
		most += t.most
	}
	return least, most
}

// bound keeps a sum within lo..hi, given its least and largest value.
func (p *linear) bound(s *space, least, most, lo, hi int) bool {
	if least > hi || most < lo {
		return false
	}
	for i := range p.terms {
		t := &p.terms[i]
		if !t.restrict(s, lo-(most-t.most), hi-(least-t.least)) {
			return false
		}
	}
	return true
}

// require keeps a sum within its bounds, or out of them. It is bounds consistent, in O(terms) steps.
func (p *linear) require(s *space, want bool) bool {
	least, most := p.measure(s)
	if want {
		return p.bound(s, least, most, p.lo, p.hi)
	}
	return p.exclude(s, least, most)
}

func (p *linear) evaluate(s *space) truth {
	least, most := p.measure(s)
	return within(least, most, p.lo, p.hi)
}

// exclude keeps a sum out of its bounds, given its least and largest value. If it cannot be on one side, it must be on the other.
// If only one term is open, the term loses the values with a sum within the bounds.
func (p *linear) exclude(s *space, least, most int) bool {
	switch {
	case least >= p.lo:
		return p.bound(s, least, most, p.hi+1, noBound)
	case most <= p.hi:
		return p.bound(s, least, most, -noBound, p.lo-1)
	}
	var open *term
	for i := range p.terms {
		if t := &p.terms[i]; t.least < t.most {
			if open != nil {
				return true
			}
			open = t
		}
	}
	// If no term were open, the sum would be known to be on one side.
	rest := least - open.least
	from, to := open.numbers(s, p.lo-rest, p.hi-rest)
	return s.dropBetween(open.variable, from, to)
}

// requirement is something that may hold or not: a formula, an equality, a sum within bounds.
type requirement interface {
	// require makes it hold, or not hold if want is false. It reports false if that is impossible.
	require(s *space, want bool) bool
	evaluate(s *space) truth
}

func (t *term) measure(s *space) {
	lowest, highest := t.lo, t.lo
	switch {
	case t.inWord:
		w := s.state[t.offset]
		lowest += bits.TrailingZeros64(w)
		highest += bits.Len64(w) - 1
	case t.inBounds:
		lowest += int(s.state[t.offset])
		highest += int(s.state[t.offset+1])
	default:
		x := s.bounds(t.variable)
		lowest, highest = x.lo, x.hi
	}
	a, b := t.coefficient*lowest, t.coefficient*highest
	t.least, t.most = min(a, b), max(a, b)
}

// restrict removes the values of the variable for which the term is not within lo..hi.
func (t *term) restrict(s *space, lo, hi int) bool {
	if lo <= t.least && t.most <= hi {
		return true
	}
	from, to := t.numbers(s, lo, hi)
	return s.keepBetween(t.variable, from, to)
}

// numbers returns the numbers of the first and the last value for which the term is within lo..hi.
func (t *term) numbers(s *space, lo, hi int) (first, last int) {
	from, to := lo, hi
	switch {
	case t.coefficient == -1:
		from, to = -hi, -lo
	case t.coefficient < 0:
		from, to = ceilDiv(hi, t.coefficient), floorDiv(lo, t.coefficient)
	case t.coefficient > 1:
		from, to = ceilDiv(lo, t.coefficient), floorDiv(hi, t.coefficient)
	}
	n := &s.numberings[t.variable]
	return n.below(from), n.below(to+1) - 1
}

// floorDiv returns a/b rounded down.
func floorDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// ceilDiv returns a/b rounded up.
func ceilDiv(a, b int) int {
	q := a / b
	if a%b != 0 && (a < 0) == (b < 0) {
		q++
	}
	return q
}
