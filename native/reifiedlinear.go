package native

import (
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/bitset"
)

func init() {
	registerKind("reified-linear", reifiedValues, (*builder).postReified)
}

// reifiedValues declares what the propagators of longer sums need: the values of the condition.
func reifiedValues(_ *model.Model, c *model.ReifiedLinear, _ engine.Options) []model.Var {
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
func (b *builder) postReified(c *model.ReifiedLinear) {
	if c.If == nil {
		b.postSum(c)
		return
	}
	p, ask := &reified{condition: b.compile(*c.If, true), turned: c.Outside, half: c.Half}, askValues
	switch {
	case len(c.Terms) == 1:
		p.requirement = b.between(c.Terms[0], c.Lo, c.Hi)
	case len(c.Terms) == 2 && c.Lo == c.Hi:
		x, y := c.Terms[0], c.Terms[1]
		p.requirement = &equality{b.newPairing(x, y, c.Lo), b.newPairing(y, x, c.Lo)}
	default:
		p.requirement, ask = b.newSum(c.Terms, c.Lo, c.Hi), askBounds
	}
	b.post(p, onChange, ask, c.Scope())
}

// postSum posts a constraint without a condition.
func (b *builder) postSum(c *model.ReifiedLinear) {
	switch {
	case len(c.Terms) == 1:
		b.post(&required{b.between(c.Terms[0], c.Lo, c.Hi), !c.Outside}, onChange, askValues, nil)
	case !c.Outside:
		b.postSumWithin(c.Terms, c.Lo, c.Hi)
	case len(c.Terms) == 2 && c.Lo == c.Hi:
		b.postApart(c.Terms[0], c.Terms[1], c.Lo)
	case c.Lo == c.Hi:
		b.post(&unequal{linear: b.newLinear(c.Terms, c.Lo, c.Hi)}, onFix, askFixed, c.Scope())
	default:
		b.post(&required{b.newSum(c.Terms, c.Lo, c.Hi), false}, b.sumEvent(), askBounds, c.Scope())
	}
}

// between returns the atom that a term is within lo..hi.
func (b *builder) between(t model.Term, lo, hi int) *formula {
	mask := make(bitset.Set, len(b.bits(t.Var)))
	single := b.newTerm(t.Coefficient, t.Var)
	if first, last := single.numbers(b.space, max(lo, -noBound), min(hi, noBound)); first <= last {
		mask.AddBetween(first, last)
	}
	return &formula{variable: t.Var, mask: mask, size: len(mask)}
}

// required makes a requirement hold, or not hold.
type required struct {
	requirement
	want bool
}

func (p *required) propagate(s *space) bool { return p.require(s, p.want) }

// reified links a condition to a requirement, or to its negation if it is turned.
type reified struct {
	requirement
	condition    formula // an atom
	turned, half bool
}

func (p *reified) propagate(s *space) bool {
	if condition := p.condition.evaluateAtom(s); condition == isTrue || condition == isFalse && !p.half {
		return p.require(s, (condition == isTrue) != p.turned)
	}
	switch holds := p.evaluate(s); {
	case holds == undecided:
		return true
	case (holds == isTrue) == p.turned:
		return p.condition.require(s, false)
	default:
		return p.half || p.condition.require(s, true)
	}
}

// equality is a·x + b·y = k. It is domain consistent, in O(values) steps if it is required.
type equality struct{ there, back pairing }

func (p *equality) require(s *space, want bool) bool {
	if want {
		return p.there.require(s) && p.back.require(s)
	}
	return p.there.exclude(s) && p.back.exclude(s)
}

func (p *equality) evaluate(s *space) truth {
	switch {
	case !p.there.any(s):
		return isFalse
	case s.Fixed(p.there.x) && s.Fixed(p.there.y):
		return isTrue
	default:
		return undecided
	}
}

// unequal excludes one value of a sum: it waits until only one term is open. It first looks at two terms that were open before.
type unequal struct {
	linear
	first, second int
}

func (p *unequal) propagate(s *space) bool {
	if p.first != p.second && !s.Fixed(p.terms[p.first].variable) && !s.Fixed(p.terms[p.second].variable) {
		return true
	}
	open, sum := -1, 0
	for i := range p.terms {
		t := &p.terms[i]
		if !s.Fixed(t.variable) {
			if open >= 0 {
				p.first, p.second = open, i
				return true
			}
			open = i
			continue
		}
		t.measure(s)
		sum += t.least
	}
	if open < 0 {
		return sum != p.lo
	}
	from, to := p.terms[open].numbers(s, p.lo-sum, p.lo-sum)
	return s.dropBetween(p.terms[open].variable, from, to)
}
