package flatzinc

import (
	"qmsat/internal/lists"
	"qmsat/model"
)

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

// count adds that the number of variables with a value is within bounds that the second variable shifts.
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
