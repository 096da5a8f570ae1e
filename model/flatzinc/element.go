package flatzinc

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/kinds"
)

// element requires that the result is the operand at the index, counted from 1.
type element struct {
	index  operand
	of     []operand
	result operand
}

func (c *element) scope() []operand { return append([]operand{c.index, c.result}, c.of...) }

func (c *element) narrow(l *lowering) (instead []form, done bool) {
	l.restrict(c.index, model.Interval(1, len(c.of)))
	if l.empty {
		return nil, true
	}
	var indices []int
	var values []model.Range
	wanted := l.domain(c.result)
	constants, same := true, true
	for i := range l.domain(c.index).All() {
		x := l.find(c.of[i-1])
		d := l.domain(x)
		if d.Intersect(wanted).Empty() {
			continue
		}
		indices = append(indices, i)
		values = append(values, d.Ranges()...)
		constants = constants && x.variable == constant
		same = same && x == l.find(c.of[indices[0]-1])
	}
	l.restrict(c.index, model.Values(indices...))
	if len(indices) == 0 {
		return nil, true
	}
	if same {
		return []form{equal(c.of[indices[0]-1], c.result)}, true
	}
	if constants {
		t := &table{vars: []operand{c.index, c.result}}
		for _, i := range indices {
			v, _ := l.fixed(c.of[i-1])
			t.tuples = append(t.tuples, []int{i, v})
		}
		return []form{t}, true
	}
	l.limit(c.result, model.NewDomain(values...))
	return nil, false
}

// equal is the form of x = y.
func equal(x, y operand) form { return &linear{terms: []term{{1, x}, {-1, y}}} }

// emit fills the places that the index cannot have with an operand from another place.
func (c *element) emit(l *lowering) {
	indices := l.domain(c.index)
	of := make([]model.Var, indices.Max())
	for i := range of {
		if !indices.Contains(i + 1) {
			of[i] = l.modelVar(c.of[indices.Min()-1])
		} else {
			of[i] = l.modelVar(c.of[i])
		}
	}
	l.constrain(&kinds.Element{Index: l.modelVar(c.index), Of: of, Result: l.modelVar(c.result)})
}

// extremum requires that the result is the largest of some operands, or the smallest.
type extremum struct {
	of     []operand
	result operand
	max    bool
}

func (c *extremum) scope() []operand { return append([]operand{c.result}, c.of...) }

// ahead returns the interval of x, mirrored for a minimum, so that the largest is wanted.
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
	var left []operand // those that may be the result; the others cannot be
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
	l.constrain(&kinds.Extremum{Of: lists.Map(c.of, l.modelVar), Result: l.modelVar(c.result), Max: c.max})
}
