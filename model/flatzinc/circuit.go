package flatzinc

import (
	"qmsat/internal/lists"
	"qmsat/model"
)

// circuit requires that each operand is the number of its successor, counted from 1, on one way round through all.
type circuit struct{ next []operand }

func (c *circuit) scope() []operand { return c.next }

// narrow keeps successors within the nodes, and off the node itself.
func (c *circuit) narrow(l *lowering) (instead []form, done bool) {
	seen := map[operand]bool{}
	for i, x := range c.next {
		l.restrict(x, model.Interval(1, len(c.next)))
		if len(c.next) > 1 {
			l.restrict(x, everything.Minus(model.Values(i+1)))
		}
		x = l.find(x)
		if seen[x] { // one node cannot come after two
			l.empty = true
		}
		seen[x] = true
	}
	return nil, len(c.next) < 2
}

func (c *circuit) emit(l *lowering) { l.constrain(&model.Circuit{Next: lists.Map(c.next, l.place)}) }
