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
	tie := tie{b.compile(*c.If, true), c.Outside, c.Half}
	switch {
	case len(c.Terms) == 1:
		b.post(&reifiedAtom{tie, b.between(c.Terms[0], c.Lo, c.Hi)}, onChange, askValues, c.Scope())
	case len(c.Terms) == 2 && c.Lo == c.Hi:
		x, y := c.Terms[0], c.Terms[1]
		b.post(&reifiedEqual{tie, b.newPairing(x, y, c.Lo), b.newPairing(y, x, c.Lo)}, onChange, askValues, c.Scope())
	default:
		b.post(&reifiedSum{tie, b.newLinear(c.Terms, c.Lo, c.Hi)}, onChange, askBounds, c.Scope())
	}
}

// postSum posts a constraint without a condition.
func (b *builder) postSum(c *model.ReifiedLinear) {
	p := b.newLinear(c.Terms, c.Lo, c.Hi)
	switch {
	case len(c.Terms) == 1:
		b.post(&required{b.between(c.Terms[0], c.Lo, c.Hi), !c.Outside}, onChange, askValues, nil)
	case !c.Outside:
		b.post(&p, b.sumEvent(), askBounds, c.Scope())
	case len(c.Terms) == 2 && c.Lo == c.Hi:
		b.postApart(c.Terms[0], c.Terms[1], c.Lo)
	case c.Lo == c.Hi:
		b.post(&unequal{linear: p}, onFix, askFixed, c.Scope())
	default:
		b.post(&outside{p}, b.sumEvent(), askBounds, c.Scope())
	}
}

// between returns the atom that a term is within lo..hi.
func (b *builder) between(t model.Term, lo, hi int) formula {
	mask := make(bitset.Set, len(b.bits(t.Var)))
	single := b.newTerm(t.Coefficient, t.Var)
	if first, last := single.numbers(b.space, max(lo, -noBound), min(hi, noBound)); first <= last {
		mask.AddBetween(first, last)
	}
	return formula{variable: t.Var, mask: mask, size: len(mask)}
}

// required makes a formula true, or false, in one call.
type required struct {
	formula formula
	want    bool
}

func (p *required) propagate(s *space) bool { return p.formula.require(s, p.want) }

// tie links a condition to a requirement, or to its negation.
type tie struct {
	condition formula // an atom
	turned    bool
	half      bool
}

// wanted returns whether the requirement must hold, if that is known.
func (p *tie) wanted(s *space) truth {
	switch p.condition.evaluateAtom(s) {
	case isTrue:
		return truthOf(!p.turned)
	case isFalse:
		if !p.half {
			return truthOf(p.turned)
		}
	}
	return undecided
}

// follow sets the condition from the known truth of the requirement.
func (p *tie) follow(s *space, holds truth) bool {
	switch {
	case holds == undecided:
		return true
	case (holds == isTrue) == p.turned:
		return p.condition.require(s, false)
	default:
		return p.half || p.condition.require(s, true)
	}
}

// reifiedAtom links a condition to the values of a variable.
type reifiedAtom struct {
	tie
	values formula
}

func (p *reifiedAtom) propagate(s *space) bool {
	if wanted := p.wanted(s); wanted != undecided {
		return p.values.require(s, wanted == isTrue)
	}
	return p.follow(s, p.values.evaluateAtom(s))
}

// reifiedEqual links a condition to a·x + b·y = k. It is domain consistent, in O(values) steps if equality is required.
type reifiedEqual struct {
	tie
	there, back pairing
}

func (p *reifiedEqual) propagate(s *space) bool {
	switch p.wanted(s) {
	case isTrue:
		return p.there.require(s) && p.back.require(s)
	case isFalse:
		return p.there.exclude(s) && p.back.exclude(s)
	}
	switch {
	case !p.there.any(s):
		return p.follow(s, isFalse)
	case s.Fixed(p.there.x) && s.Fixed(p.there.y):
		return p.follow(s, isTrue)
	default:
		return true
	}
}

// reifiedSum links a condition to the bounds of a sum. It is bounds consistent, in O(terms) steps.
type reifiedSum struct {
	tie
	linear
}

func (p *reifiedSum) propagate(s *space) bool {
	least, most := p.measure(s)
	switch p.wanted(s) {
	case isTrue:
		return p.bound(s, least, most, p.lo, p.hi)
	case isFalse:
		return p.exclude(s, least, most)
	}
	switch {
	case p.lo <= least && most <= p.hi:
		return p.follow(s, isTrue)
	case most < p.lo || least > p.hi:
		return p.follow(s, isFalse)
	default:
		return true
	}
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

// outside keeps a sum out of its bounds.
type outside struct{ linear }

func (p *outside) propagate(s *space) bool {
	least, most := p.measure(s)
	return p.exclude(s, least, most)
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
