package native

import "qmsat/model"

// linear propagates the bounds of lo ≤ Σ aᵢxᵢ ≤ hi: a term may be no larger than what the smallest values of the others leave
// below hi, no smaller than what their largest values lack to lo. A call takes O(terms) steps.
//
// Source: bounds propagation as in Schulte and Stuckey, "When do bounds and domain propagation lead to the same search
// space?", 2005.
type linear struct {
	terms  []term
	lo, hi int
}

// term is aᵢxᵢ, with the bounds that it has during a call.
type term struct {
	coefficient int
	variable    model.Var
	least, most int
}

// noBound is larger than any |Σ aᵢxᵢ|, which a valid model keeps within 2^52, and small enough for sums and differences
// of it to be far from overflow.
const noBound = 1 << 54

func init() {
	registerKind("linear", func(b *builder, c *model.Linear) {
		p := &linear{lo: max(c.Lo, -noBound), hi: min(c.Hi, noBound)}
		for _, t := range c.Terms {
			p.terms = append(p.terms, term{coefficient: t.Coefficient, variable: t.Var})
		}
		b.post(p, onChange, c.Scope())
	})
}

func (p *linear) propagate(s *space) bool {
	least, most := 0, 0
	for i := range p.terms {
		t := &p.terms[i]
		t.measure(s)
		least += t.least
		most += t.most
	}
	if least > p.hi || most < p.lo {
		return false
	}
	for i := range p.terms {
		t := &p.terms[i]
		if !t.restrict(s, p.lo-(most-t.most), p.hi-(least-t.least)) {
			return false
		}
	}
	return true
}

func (t *term) measure(s *space) {
	n := &s.numberings[t.variable]
	t.least = t.coefficient * n.value(s.bits(t.variable).Lowest())
	t.most = t.coefficient * n.value(s.bits(t.variable).Highest())
	if t.coefficient < 0 {
		t.least, t.most = t.most, t.least
	}
}

// restrict removes the values of the variable for which the term is not within lo..hi.
func (t *term) restrict(s *space, lo, hi int) bool {
	if lo <= t.least && t.most <= hi {
		return true
	}
	from, to := ceilDiv(lo, t.coefficient), floorDiv(hi, t.coefficient)
	if t.coefficient < 0 {
		from, to = ceilDiv(hi, t.coefficient), floorDiv(lo, t.coefficient)
	}
	n := &s.numberings[t.variable]
	return s.keepBetween(t.variable, n.below(from), n.below(to+1)-1)
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
