package flatzinc

import "qmsat/model"

// circuit requires that each operand is the number of its successor, counted from 1, on one way round through all.
type circuit struct{ next []operand }

func (c *circuit) scope() []operand { return c.next }

func (c *circuit) narrow(l *lowering) (instead []form, done bool) {
	for _, x := range c.next {
		l.restrict(x, model.Interval(1, len(c.next)))
	}
	return nil, len(c.next) == 0
}

func (c *circuit) emit(l *lowering) { l.failAt(l.at, "found a constraint that is not lowered yet") }
