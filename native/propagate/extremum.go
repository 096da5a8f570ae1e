package propagate

import (
	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/native/space"
)

// extremum is for largest values: it sets the bounds of the result to the largest bounds of the others, and bounds the others by
// the result. If only one variable can reach the result, it must. For smallest values it works with the negated variables. A call
// takes O(variables) steps.
type extremum struct {
	of     []model.Var
	result model.Var
	max    bool
}

func init() {
	space.RegisterKind("extremum", space.OfNone, func(b *space.Builder, c *kinds.Extremum) {
		b.Post(&extremum{c.Of, c.Result, c.Max}, space.OnBounds, space.AskBounds, c.Scope())
	})
}

// bounds returns the bounds of a variable, or of its negation.
func (p *extremum) bounds(s *space.Space, v model.Var) space.Interval {
	own := s.Bounds(v)
	if p.max {
		return own
	}
	return space.Interval{Lo: -own.Hi, Hi: -own.Lo}
}

// restrict restricts a variable, or its negation.
func (p *extremum) restrict(s *space.Space, v model.Var, lo, hi int) bool {
	if p.max {
		return s.Restrict(v, space.Interval{Lo: lo, Hi: hi})
	}
	return s.Restrict(v, space.Interval{Lo: -hi, Hi: -lo})
}

func (p *extremum) Propagate(s *space.Space) bool {
	if s.Over(len(p.of)) {
		return false
	}
	lo, hi := -space.NoBound, -space.NoBound
	for _, v := range p.of {
		own := p.bounds(s, v)
		lo, hi = max(lo, own.Lo), max(hi, own.Hi)
	}
	if !p.restrict(s, p.result, lo, hi) {
		return false
	}
	result := p.bounds(s, p.result)
	reaching, last := 0, p.result
	for _, v := range p.of {
		own := p.bounds(s, v)
		if own.Hi > result.Hi && !p.restrict(s, v, own.Lo, result.Hi) {
			return false
		}
		if own.Hi >= result.Lo {
			reaching, last = reaching+1, v
		}
	}
	return reaching > 1 || p.restrict(s, last, result.Lo, result.Hi)
}
