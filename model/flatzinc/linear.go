package flatzinc

import (
	"slices"

	"qmsat/model"
)

// term is a summand of a linear form.
type term struct {
	coefficient int
	operand
}

// linear requires that the sum is within lo..hi, or outside if outside is set. With a condition, it does so if and only if the
// condition holds; if half is set, at least when it holds. Missing bounds are infinite.
type linear struct {
	terms     []term
	lo, hi    int
	outside   bool
	condition *literal
	half      bool
}

func (c *linear) scope() []operand {
	list := c.operands()
	if c.condition != nil {
		list = append(list, c.condition.x)
	}
	return list
}

// operands lists the operands of the terms.
func (c *linear) operands() []operand {
	list := make([]operand, len(c.terms), len(c.terms)+1)
	for i, t := range c.terms {
		list[i] = t.operand
	}
	return list
}

// fold subtracts fixed terms from the bounds and adds up the terms of each variable. It reports sums that grow too large.
func (c *linear) fold(l *lowering) {
	indices := make(map[int]int, len(c.terms))
	left := make([]term, 0, len(c.terms))
	moved := 0
	for _, t := range c.terms {
		t.operand = l.find(t.operand)
		if t.variable == constant {
			if moved += times(t.coefficient, t.value); moved > maxNumber || moved < -maxNumber {
				l.failAt(l.at, "found a sum that may reach beyond ±2^52, expected one within it")
				return
			}
			continue
		}
		if index, seen := indices[t.variable]; seen {
			left[index].coefficient = saturated(left[index].coefficient + t.coefficient)
			continue
		}
		indices[t.variable] = len(left)
		left = append(left, t)
	}
	c.terms = slices.DeleteFunc(left, func(t term) bool { return t.coefficient == 0 })
	c.lo, c.hi = shifted(c.lo, -moved), shifted(c.hi, -moved)
	divisor := 0
	for _, t := range c.terms {
		if divisor = gcd(divisor, t.coefficient); divisor == 1 {
			return
		}
	}
	if divisor > 1 {
		for i := range c.terms {
			c.terms[i].coefficient /= divisor
		}
		c.lo, c.hi = ceilDiv(c.lo, divisor), floorDiv(c.hi, divisor)
	}
}

// shifted moves a bound, unless it is infinite.
func shifted(bound, by int) int {
	if bound == infinite || bound == -infinite {
		return bound
	}
	return bound + by
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}

// reach is the range of a sum.
type reach struct{ lo, hi total }

// total is a bound of a sum: the sum of its bounded terms, and the number of unbounded ones.
type total struct{ sum, missing int }

func (t total) plus(bound, sign int) total {
	if bound == infinite || bound == -infinite {
		return total{t.sum, t.missing + sign}
	}
	return total{t.sum + sign*bound, t.missing}
}

// with returns the reach of the sum with one more part, without that of the sum without a part.
func (r reach) with(part interval) reach { return reach{r.lo.plus(part.lo, 1), r.hi.plus(part.hi, 1)} }
func (r reach) without(part interval) reach {
	return reach{r.lo.plus(part.lo, -1), r.hi.plus(part.hi, -1)}
}

func (l *lowering) reach(terms []term) (r reach) {
	for _, t := range terms {
		r = r.with(l.part(t))
		for _, side := range []*total{&r.lo, &r.hi} {
			if saturated(side.sum) != side.sum { // a sum this large says nothing about its other terms
				*side = total{0, side.missing + 2}
			}
		}
	}
	return r
}

// part returns the interval of a term.
func (l *lowering) part(t term) interval {
	return l.hull(t.operand).times(interval{t.coefficient, t.coefficient})
}

// interval returns the bounds of the whole sum.
func (r reach) interval() interval {
	x := interval{r.lo.sum, r.hi.sum}
	if r.lo.missing > 0 {
		x.lo = -infinite
	}
	if r.hi.missing > 0 {
		x.hi = infinite
	}
	return x
}

func (c *linear) narrow(l *lowering) (instead []form, done bool) {
	c.fold(l)
	if l.err != nil {
		return nil, true
	}
	if c.condition != nil {
		if holds, is := l.decided(*c.condition); is {
			if !holds && c.half {
				return nil, true
			}
			c.outside = c.outside != !holds
			c.condition = nil
		}
	}
	whole := l.reach(c.terms).interval()
	within := c.lo <= whole.lo && whole.hi <= c.hi
	apart := whole.hi < c.lo || c.hi < whole.lo || c.lo > c.hi
	if within || apart {
		return c.known(l, within != c.outside), true
	}
	if len(c.terms) == 1 {
		return c.unary(), true
	}
	if c.condition != nil {
		return nil, false
	}
	if c.outside {
		return c.oneSided(whole)
	}
	if c.lo == 0 && c.hi == 0 && len(c.terms) == 2 && c.terms[0].coefficient == -c.terms[1].coefficient {
		l.alias(c.terms[0].operand, c.terms[1].operand)
		return nil, true
	}
	c.bounds(l)
	return nil, false
}

// known returns the forms that follow once the truth of the sum's bounds is known.
func (c *linear) known(l *lowering, holds bool) []form {
	switch {
	case c.condition == nil && !holds:
		l.empty = true
	case c.condition != nil && !holds:
		return []form{clause{c.condition.negated()}}
	case c.condition != nil && !c.half:
		return []form{clause{*c.condition}}
	}
	return nil
}

// unary turns a sum of one term into literals.
func (c *linear) unary() []form {
	t := c.terms[0]
	lo, hi := c.lo, c.hi
	if t.coefficient < 0 {
		lo, hi = hi, lo
	}
	within := literal{t.operand, model.Interval(ceilDiv(lo, t.coefficient), floorDiv(hi, t.coefficient))}
	if c.outside {
		within = within.negated()
	}
	switch {
	case c.condition == nil:
		return []form{clause{within}}
	case c.half:
		return []form{clause{c.condition.negated(), within}}
	}
	return []form{&equivalence{*c.condition, within}}
}

// oneSided drops the side of a forbidden range that the sum cannot reach.
func (c *linear) oneSided(whole interval) (instead []form, done bool) {
	switch {
	case c.lo <= whole.lo:
		return []form{&linear{terms: c.terms, lo: c.hi + 1, hi: infinite}}, true
	case whole.hi <= c.hi:
		return []form{&linear{terms: c.terms, lo: -infinite, hi: c.lo - 1}}, true
	}
	return nil, false
}

// bounds narrows each variable to what the other terms allow.
func (c *linear) bounds(l *lowering) {
	r := l.reach(c.terms)
	for _, t := range c.terms {
		part := l.part(t)
		rest := r.without(part).interval()
		most, least := infinite, -infinite // for the term
		if c.hi != infinite && rest.lo != -infinite {
			most = c.hi - rest.lo
		}
		if c.lo != -infinite && rest.hi != infinite {
			least = c.lo - rest.hi
		}
		if least <= part.lo && part.hi <= most {
			continue
		}
		if t.coefficient < 0 {
			least, most = most, least
		}
		l.bound(t.operand, interval{saturated(ceilDiv(least, t.coefficient)), saturated(floorDiv(most, t.coefficient))})
		if l.empty {
			return
		}
		// The variable may now have fewer values than the bounds, or be fixed; the sum is updated.
		r = r.without(part).with(l.part(t))
	}
}

func (c *linear) emit(l *lowering) {
	terms := make([]model.Term, len(c.terms))
	most := 0
	for i, t := range c.terms {
		x := l.hull(t.operand)
		most = saturated(most + times(max(t.coefficient, -t.coefficient), max(-x.lo, x.hi)))
		if most == infinite {
			l.failAt(l.at, "found a sum with %s that may reach beyond ±2^52, expected one within it", l.called(t.operand))
			return
		}
		terms[i] = model.Term{Coefficient: t.coefficient, Var: l.modelVar(t.operand)}
	}
	lo, hi := c.lo, c.hi
	if lo == -infinite {
		lo = model.NoLower
	}
	if hi == infinite {
		hi = model.NoUpper
	}
	switch {
	case c.condition == nil && !c.outside:
		l.constrain(&model.Linear{Terms: terms, Lo: lo, Hi: hi})
	case c.condition == nil && lo == 0 && hi == 0 && len(terms) == 2 && terms[0].Coefficient == -terms[1].Coefficient:
		l.constrain(&model.AllDifferent{Vars: []model.Var{terms[0].Var, terms[1].Var}})
	case c.condition == nil:
		l.constrain(&model.ReifiedLinear{Terms: terms, Lo: lo, Hi: hi, Outside: true})
	default:
		condition := l.apart(*c.condition, c.operands())
		l.constrain(&model.ReifiedLinear{Terms: terms, Lo: lo, Hi: hi, Outside: c.outside, If: &condition, Half: c.half})
	}
}

// apart returns a condition as an atom on a variable outside a list. If its variable is in the list, it uses a copy.
func (l *lowering) apart(p literal, list []operand) model.In {
	if !slices.ContainsFunc(list, func(x operand) bool { return l.find(x) == l.find(p.x) }) {
		return l.atom(p)
	}
	holds := isTrue(l.fresh("holds", truth))
	(&equivalence{holds, p}).emit(l)
	return l.atom(holds)
}
