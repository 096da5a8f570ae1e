package native

import (
	"qmsat/model"
	"qmsat/model/engine"
)

// lexicographic keeps the first of two lists before the second, or not after it. Only the first pair that is not fixed to equal
// values can lose some: it is in order, and strictly so if the pairs after it, which the bounds decide, cannot follow equal
// values. If no variable is repeated, this finds all values that no solution has. A call takes O(pairs) steps.
//
// Source: Frisch, Hnich, Kiziltan, Miguel and Walsh, "Propagation algorithms for lexicographic ordering constraints", 2006.
type lexicographic struct {
	smaller, than []model.Var
	strict        bool
}

// lexicographicIf requires an order of two lists if a condition holds, and the opposite if it does not; or only the former.
type lexicographicIf struct {
	condition formula // an atom
	holds     lexicographic
	fails     lexicographic
	half      bool
}

func init() {
	registerKind("lexicographic", func(_ *model.Model, c *model.Lexicographic, _ engine.Options) []model.Var {
		if c.If == nil {
			return nil
		}
		return []model.Var{c.If.Var}
	}, (*builder).postLexicographic)
}

// postLexicographic leaves out pairs of a variable with itself.
func (b *builder) postLexicographic(c *model.Lexicographic) {
	p := lexicographic{strict: c.Strict}
	for i, x := range c.Smaller {
		if y := c.Than[i]; x != y {
			p.smaller, p.than = append(p.smaller, x), append(p.than, y)
		}
	}
	scope := c.Scope()
	if c.If == nil {
		b.post(&p, onBounds, askBounds, scope)
		return
	}
	woken := &b.watchers[onChange][c.If.Var]
	*woken = append(*woken, int32(len(b.propagators)))
	fails := lexicographic{p.than, p.smaller, !p.strict}
	b.post(&lexicographicIf{b.compile(*c.If, true), p, fails, c.Half}, onBounds, askBounds, scope[:len(scope)-1])
}

func (p *lexicographic) propagate(s *space) bool {
	for i, next := 0, 0; i < len(p.smaller); i++ {
		x, y := s.bounds(p.smaller[i]), s.bounds(p.than[i])
		if x.lo == y.hi && x.hi == y.lo { // fixed to equal values
			continue
		}
		next = p.decided(s, max(next, i+1))
		above := 0 // by how much the second must be larger
		if !p.follows(s, next) {
			above = 1
		}
		if !s.restrict(p.smaller[i], interval{x.lo, y.hi - above}) || !s.restrict(p.than[i], interval{x.lo + above, y.hi}) {
			return false
		}
		if x.lo < y.hi || above == 1 {
			return !s.over(i)
		}
	}
	return !p.strict
}

// decided returns the first place from i on where the first list can be smaller, or must be larger.
func (p *lexicographic) decided(s *space, i int) int {
	for i < len(p.smaller) && s.bounds(p.smaller[i]).lo == s.bounds(p.than[i]).hi {
		i++
	}
	return i
}

// follows reports whether the lists can be in order from a decided place on.
func (p *lexicographic) follows(s *space, place int) bool {
	if place == len(p.smaller) {
		return !p.strict
	}
	return s.bounds(p.smaller[place]).lo < s.bounds(p.than[place]).hi
}

func (p *lexicographicIf) propagate(s *space) bool {
	switch p.condition.evaluateAtom(s) {
	case isTrue:
		return p.holds.propagate(s)
	case isFalse:
		return p.half || p.fails.propagate(s)
	}
	if !p.holds.follows(s, p.holds.decided(s, 0)) {
		return p.condition.require(s, false)
	}
	return p.half || p.fails.follows(s, p.fails.decided(s, 0)) || p.condition.require(s, true)
}
