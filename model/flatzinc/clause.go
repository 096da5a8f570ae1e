package flatzinc

import (
	"qmsat/internal/lists"
	"qmsat/model"
)

// literal says that x is one of the values.
type literal struct {
	x      operand
	values model.Domain
}

var zero, one = model.Values(0), model.Values(1)

func isTrue(x operand) literal  { return literal{x, one} }
func isFalse(x operand) literal { return literal{x, zero} }

// negated returns the literal that x is none of the values.
func (p literal) negated() literal { return literal{p.x, everything.Minus(p.values)} }

// decided reports whether the literal has the same truth for every value of x.
func (l *lowering) decided(p literal) (truth, is bool) {
	d := l.domain(p.x)
	left := d.Intersect(p.values)
	return !left.Empty(), left.Empty() || left.Equal(d)
}

// clause requires at least one of its literals.
type clause []literal

func (c clause) scope() []operand {
	return lists.Map(c, func(p literal) operand { return p.x })
}

// left returns the undecided literals, merged by variable; open is false if one holds.
func (c clause) left(l *lowering) (left clause, open bool) {
	indices := map[int]int{}
	for _, p := range c {
		p.x = l.find(p.x)
		if index, seen := indices[p.x.variable]; seen && p.x.variable != constant {
			left[index].values = left[index].values.Union(p.values)
			p = left[index]
		} else if holds, is := l.decided(p); !is {
			indices[p.x.variable] = len(left)
			left = append(left, p)
		} else if holds {
			return nil, false
		}
		if holds, is := l.decided(p); is && holds {
			return nil, false
		}
	}
	return left, true
}

func (c clause) narrow(l *lowering) (instead []form, done bool) {
	left, open := c.left(l)
	switch {
	case !open:
		return nil, true
	case len(left) == 0:
		l.empty = true
	case len(left) == 1:
		l.restrict(left[0].x, left[0].values)
		return nil, true
	}
	return nil, false
}

func (c clause) emit(l *lowering) {
	left, open := c.left(l)
	if !open {
		return
	}
	formula := model.Or(lists.Map(left, func(p literal) model.Formula { return l.atom(p) }))
	l.constrain(&model.Rule{Formula: formula})
}

// equivalence requires that two literals are both true or both false.
type equivalence struct{ p, q literal }

func (c *equivalence) scope() []operand { return []operand{c.p.x, c.q.x} }

func (c *equivalence) narrow(l *lowering) (instead []form, done bool) {
	for _, side := range [][2]literal{{c.p, c.q}, {c.q, c.p}} {
		if holds, is := l.decided(side[0]); is {
			if !holds {
				side[1] = side[1].negated()
			}
			return []form{clause{side[1]}}, true
		}
	}
	p, q := l.find(c.p.x), l.find(c.q.x)
	if p == q {
		return []form{clause{c.p.negated(), c.q}, clause{c.p, c.q.negated()}}, true
	}
	if l.domain(p).Equal(truth) && l.domain(q).Equal(truth) && c.p.values.Contains(1) == c.q.values.Contains(1) {
		l.alias(p, q)
		return nil, true
	}
	return nil, false
}

func (c *equivalence) emit(l *lowering) {
	clause{c.p.negated(), c.q}.emit(l)
	clause{c.p, c.q.negated()}.emit(l)
}

// parity requires that an odd number of literals is true, if odd is 1, or an even number, if it is 0.
type parity struct {
	of  []literal
	odd int
}

func (c *parity) scope() []operand { return clause(c.of).scope() }

func (c *parity) narrow(l *lowering) (instead []form, done bool) {
	var left []literal
	for _, p := range c.of {
		if p.x = l.find(p.x); len(left) > 0 && p.x == left[len(left)-1].x && p.values.Equal(left[len(left)-1].values) {
			left = left[:len(left)-1] // two equal literals cancel
		} else if holds, is := l.decided(p); !is {
			left = append(left, p)
		} else if holds {
			c.odd ^= 1
		}
	}
	switch c.of = left; len(left) {
	case 0:
		l.empty = l.empty || c.odd == 1
		return nil, true
	case 1:
		p := left[0]
		if c.odd == 0 {
			p = p.negated()
		}
		return []form{clause{p}}, true
	case 2:
		q := left[1]
		if c.odd == 1 {
			q = q.negated()
		}
		return []form{&equivalence{left[0], q}}, true
	}
	return nil, false
}

// emit forbids each assignment of the wrong parity. Many literals are split into threes.
func (c *parity) emit(l *lowering) {
	const most = 4
	of := c.of
	for len(of) > most {
		carry := isTrue(l.fresh("parity", truth)) // the parity of the earlier ones
		(&parity{append(of[:most-1:most-1], carry), 0}).emit(l)
		of = append([]literal{carry}, of[most-1:]...)
	}
	for bits := range 1 << len(of) {
		wrong, ones := make(clause, len(of)), 0
		for i, p := range of {
			if wrong[i] = p; bits>>i&1 == 1 {
				wrong[i] = p.negated()
				ones++
			}
		}
		if ones%2 != c.odd {
			wrong.emit(l)
		}
	}
}

// cardinality requires that from lo to hi of some literals hold.
type cardinality struct {
	of     []literal
	lo, hi int
}

func (c *cardinality) scope() []operand { return clause(c.of).scope() }

func (c *cardinality) narrow(l *lowering) (instead []form, done bool) {
	var left []literal
	for _, p := range c.of {
		if holds, is := l.decided(p); !is {
			left = append(left, p)
		} else if holds {
			c.lo--
			c.hi--
		}
	}
	c.of = left
	switch {
	case c.hi < 0 || c.lo > len(left) || c.lo > c.hi:
		l.empty = true
	case c.hi == 0 || c.lo == len(left):
		for _, p := range left {
			if c.hi == 0 {
				p = p.negated()
			}
			instead = append(instead, clause{p})
		}
		return instead, true
	case c.lo <= 0 && c.hi >= len(left):
		return nil, true
	case c.lo == 1 && c.hi >= len(left):
		return []form{clause(left)}, true
	}
	return nil, false
}

func (c *cardinality) emit(l *lowering) {
	atoms := lists.Map(c.of, func(p literal) model.Formula { return l.atom(p) })
	switch {
	case c.lo == c.hi:
		l.constrain(&model.Rule{Formula: model.Count{Kind: model.Exactly, K: c.lo, Of: atoms}})
		return
	case c.lo > 0:
		l.constrain(&model.Rule{Formula: model.Count{Kind: model.AtLeast, K: c.lo, Of: atoms}})
	}
	if c.hi < len(c.of) {
		l.constrain(&model.Rule{Formula: model.Count{Kind: model.AtMost, K: c.hi, Of: atoms}})
	}
}

// count adds that the number of variables with a value is within bounds, shifted by the second variable.
func (c *call) count(lo, hi int, outside bool) {
	terms := []term{{-1, c.int(c.items[2])}}
	sought := c.int(c.items[1])
	for _, x := range c.ints(c.items[0]) {
		is := c.fresh("counted", truth)
		holds := isTrue(is)
		c.add(&linear{terms: []term{{1, x}, {-1, sought}}, condition: &holds})
		terms = append(terms, term{1, is})
	}
	c.linear(terms, lo, hi, outside)
}
