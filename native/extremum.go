package native

import "qmsat/model"

// extremum is for largest values: it sets the bounds of the result to the largest bounds of the others, and bounds the others by
// the result. If only one variable can reach the result, it must. For smallest values it works with the negated variables. A call
// takes O(variables) steps.
type extremum struct {
	of     []model.Var
	result model.Var
	max    bool
}

func init() {
	registerKind("extremum", ofNone, func(b *builder, c *model.Extremum) {
		b.post(&extremum{c.Of, c.Result, c.Max}, onBounds, askBounds, c.Scope())
	})
}

// bounds returns the bounds of a variable, or of its negation.
func (p *extremum) bounds(s *space, v model.Var) interval {
	own := s.bounds(v)
	if p.max {
		return own
	}
	return interval{-own.hi, -own.lo}
}

// restrict restricts a variable, or its negation.
func (p *extremum) restrict(s *space, v model.Var, lo, hi int) bool {
	if p.max {
		return s.restrict(v, interval{lo, hi})
	}
	return s.restrict(v, interval{-hi, -lo})
}

func (p *extremum) propagate(s *space) bool {
	if s.over(len(p.of)) {
		return false
	}
	lo, hi := -noBound, -noBound
	for _, v := range p.of {
		own := p.bounds(s, v)
		lo, hi = max(lo, own.lo), max(hi, own.hi)
	}
	if !p.restrict(s, p.result, lo, hi) {
		return false
	}
	result := p.bounds(s, p.result)
	reaching, last := 0, p.result
	for _, v := range p.of {
		own := p.bounds(s, v)
		if own.hi > result.hi && !p.restrict(s, v, own.lo, result.hi) {
			return false
		}
		if own.hi >= result.lo {
			reaching, last = reaching+1, v
		}
	}
	return reaching > 1 || p.restrict(s, last, result.lo, result.hi)
}
