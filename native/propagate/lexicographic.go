package propagate

import (
	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/native/space"
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
	condition space.Formula // an atom
	holds     lexicographic
	fails     lexicographic
	half      bool
}

func init() {
	space.RegisterKind("lexicographic", func(_ *model.Model, c *kinds.Lexicographic, _ *space.Limits) []model.Var {
		if c.If == nil {
			return nil
		}
		return []model.Var{c.If.Var}
	}, postLexicographic)
}

// postLexicographic leaves out pairs of a variable with itself.
func postLexicographic(b *space.Builder, c *kinds.Lexicographic) {
	p := lexicographic{strict: c.Strict}
	for i, x := range c.Smaller {
		if y := c.Than[i]; x != y {
			p.smaller, p.than = append(p.smaller, x), append(p.than, y)
		}
	}
	scope := c.Scope()
	if c.If == nil {
		b.Post(&p, space.OnBounds, space.AskBounds, scope)
		return
	}
	woken := &b.Watchers[space.OnChange][c.If.Var]
	*woken = append(*woken, int32(len(b.Propagators)))
	fails := lexicographic{p.than, p.smaller, !p.strict}
	b.Post(&lexicographicIf{b.Compile(*c.If, true), p, fails, c.Half}, space.OnBounds, space.AskBounds, scope[:len(scope)-1])
}

func (p *lexicographic) Propagate(s *space.Space) bool {
	for i, next := 0, 0; i < len(p.smaller); i++ {
		x, y := s.Bounds(p.smaller[i]), s.Bounds(p.than[i])
		if x.Lo == y.Hi && x.Hi == y.Lo { // fixed to equal values
			continue
		}
		next = p.decided(s, max(next, i+1))
		above := 0 // by how much the second must be larger
		if !p.follows(s, next) {
			above = 1
		}
		if !s.Restrict(p.smaller[i], space.Interval{Lo: x.Lo, Hi: y.Hi - above}) || !s.Restrict(p.than[i], space.Interval{Lo: x.Lo + above, Hi: y.Hi}) {
			return false
		}
		if x.Lo < y.Hi || above == 1 {
			return !s.Over(i)
		}
	}
	return !p.strict
}

// decided returns the first place from i on where the first list can be smaller, or must be larger.
func (p *lexicographic) decided(s *space.Space, i int) int {
	for i < len(p.smaller) && s.Bounds(p.smaller[i]).Lo == s.Bounds(p.than[i]).Hi {
		i++
	}
	return i
}

// follows reports whether the lists can be in order from a decided place on.
func (p *lexicographic) follows(s *space.Space, place int) bool {
	if place == len(p.smaller) {
		return !p.strict
	}
	return s.Bounds(p.smaller[place]).Lo < s.Bounds(p.than[place]).Hi
}

func (p *lexicographicIf) Propagate(s *space.Space) bool {
	switch p.condition.EvaluateAtom(s) {
	case space.IsTrue:
		return p.holds.Propagate(s)
	case space.IsFalse:
		return p.half || p.fails.Propagate(s)
	}
	if !p.holds.follows(s, p.holds.decided(s, 0)) {
		return p.condition.Require(s, false)
	}
	return p.half || p.fails.follows(s, p.fails.decided(s, 0)) || p.condition.Require(s, true)
}
