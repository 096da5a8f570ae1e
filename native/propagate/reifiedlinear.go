package propagate

import (
	"qmsat/model"
	"qmsat/native/bitset"
	"qmsat/native/space"
)

func init() {
	space.RegisterKind("reified-linear", reifiedValues, postReified)
}

// reifiedValues declares what the propagators of longer sums need: the values of the condition.
func reifiedValues(_ *model.Model, c *model.ReifiedLinear, _ *space.Limits) []model.Var {
	switch {
	case len(c.Terms) == 1 || len(c.Terms) == 2 && c.Lo == c.Hi:
		return c.Scope()
	case c.If != nil:
		return []model.Var{c.If.Var}
	}
	return nil
}

// postReified posts the quickest propagator that uses all bounds of a constraint. For sums of one or two terms that must equal a
// value, or must not, it posts one that uses their whole domains.
func postReified(b *space.Builder, c *model.ReifiedLinear) {
	if c.If == nil {
		postSum(b, c)
		return
	}
	p, ask := &reified{condition: b.Compile(*c.If, true), turned: c.Outside, half: c.Half}, space.AskValues
	switch {
	case len(c.Terms) == 1:
		p.Requirement = between(b, c.Terms[0], c.Lo, c.Hi)
	case len(c.Terms) == 2 && c.Lo == c.Hi:
		x, y := c.Terms[0], c.Terms[1]
		p.Requirement = &equality{b.NewPairing(x, y, c.Lo), b.NewPairing(y, x, c.Lo)}
	default:
		p.Requirement, ask = newSum(b, c.Terms, c.Lo, c.Hi), space.AskBounds
	}
	b.Post(p, space.OnChange, ask, c.Scope())
}

// postSum posts a constraint without a condition.
func postSum(b *space.Builder, c *model.ReifiedLinear) {
	switch {
	case len(c.Terms) == 1:
		b.Post(&required{between(b, c.Terms[0], c.Lo, c.Hi), !c.Outside}, space.OnChange, space.AskValues, nil)
	case !c.Outside:
		postSumWithin(b, c.Terms, c.Lo, c.Hi)
	case len(c.Terms) == 2 && c.Lo == c.Hi:
		b.PostApart(c.Terms[0], c.Terms[1], c.Lo)
	case c.Lo == c.Hi:
		b.Post(&unequal{Linear: b.NewLinear(c.Terms, c.Lo, c.Hi)}, space.OnFix, space.AskFixed, c.Scope())
	default:
		b.Post(&required{newSum(b, c.Terms, c.Lo, c.Hi), false}, sumEvent(b), space.AskBounds, c.Scope())
	}
}

// between returns the atom that a term is within lo..hi.
func between(b *space.Builder, t model.Term, lo, hi int) *space.Formula {
	mask := make(bitset.Set, len(b.Bits(t.Var)))
	single := b.NewTerm(t.Coefficient, t.Var)
	if first, last := single.Numbers(b.Space, max(lo, -space.NoBound), min(hi, space.NoBound)); first <= last {
		mask.AddBetween(first, last)
	}
	return &space.Formula{Variable: t.Var, Mask: mask, Size: len(mask)}
}

// required makes a requirement hold, or not hold.
type required struct {
	space.Requirement
	want bool
}

func (p *required) Propagate(s *space.Space) bool { return p.Require(s, p.want) }

// reified links a condition to a requirement, or to its negation if it is turned.
type reified struct {
	space.Requirement
	condition    space.Formula // an atom
	turned, half bool
}

func (p *reified) Propagate(s *space.Space) bool {
	if condition := p.condition.EvaluateAtom(s); condition == space.IsTrue || condition == space.IsFalse && !p.half {
		return p.Require(s, (condition == space.IsTrue) != p.turned)
	}
	switch holds := p.Evaluate(s); {
	case holds == space.Undecided:
		return true
	case (holds == space.IsTrue) == p.turned:
		return p.condition.Require(s, false)
	default:
		return p.half || p.condition.Require(s, true)
	}
}

// equality is a·x + b·y = k. It is domain consistent, in O(values) steps if it is required.
type equality struct{ there, back space.Pairing }

func (p *equality) Require(s *space.Space, want bool) bool {
	if want {
		return p.there.Require(s) && p.back.Require(s)
	}
	return p.there.Exclude(s) && p.back.Exclude(s)
}

func (p *equality) Evaluate(s *space.Space) space.Truth {
	switch {
	case !p.there.Any(s):
		return space.IsFalse
	case s.Fixed(p.there.X) && s.Fixed(p.there.Y):
		return space.IsTrue
	default:
		return space.Undecided
	}
}

// unequal excludes one value of a sum: it waits until only one term is open. It first looks at two terms that were open before.
type unequal struct {
	space.Linear
	first, second int
}

func (p *unequal) Propagate(s *space.Space) bool {
	if p.first != p.second && !s.Fixed(p.Terms[p.first].Variable) && !s.Fixed(p.Terms[p.second].Variable) {
		return true
	}
	open, sum := -1, 0
	for i := range p.Terms {
		t := &p.Terms[i]
		if !s.Fixed(t.Variable) {
			if open >= 0 {
				p.first, p.second = open, i
				return true
			}
			open = i
			continue
		}
		t.Measure(s)
		sum += t.Least
	}
	if open < 0 {
		return sum != p.Lo
	}
	from, to := p.Terms[open].Numbers(s, p.Lo-sum, p.Lo-sum)
	return s.DropBetween(p.Terms[open].Variable, from, to)
}
