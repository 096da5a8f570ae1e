package flatzinc

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// extremum requires that the result is the largest of some operands, or the smallest.
type extremum struct {
	of     []operand
	result operand
	max    bool
}

func (c *extremum) scope() []operand { return append([]operand{c.result}, c.of...) }

// ahead returns the interval of x, turned so that what is sought is the largest.
func (c *extremum) ahead(l *lowering, x operand) interval { return c.turned(l.hull(x)) }

func (c *extremum) turned(x interval) interval {
	if c.max {
		return x
	}
	return interval{-x.hi, -x.lo}
}

func (c *extremum) narrow(l *lowering) (instead []form, done bool) {
	best := interval{-infinite, -infinite}
	for _, x := range c.of {
		h := c.ahead(l, x)
		best = interval{max(best.lo, h.lo), max(best.hi, h.hi)}
	}
	l.bound(c.result, c.turned(best))
	result := c.ahead(l, c.result)
	var left []operand // those that may be the result; the others are behind it whatever they are
	for _, x := range c.of {
		l.bound(x, c.turned(interval{-infinite, result.hi}))
		if x = l.find(x); c.ahead(l, x).hi >= result.lo && !slices.Contains(left, x) {
			left = append(left, x)
		}
	}
	switch c.of = left; len(left) {
	case 0:
		l.empty = true
	case 1:
		return []form{equal(left[0], c.result)}, true
	}
	return nil, false
}

func (c *extremum) emit(l *lowering) {
	l.constrain(&model.Extremum{Of: lists.Map(c.of, l.place), Result: l.place(c.result), Max: c.max})
}
