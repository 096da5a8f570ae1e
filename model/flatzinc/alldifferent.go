package flatzinc

import (
	"maps"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// allDifferent requires pairwise distinct values.
type allDifferent struct{ of []operand }

func (c *allDifferent) scope() []operand { return c.of }

// narrow takes the values of fixed variables from the others.
func (c *allDifferent) narrow(l *lowering) (instead []form, done bool) {
	seen := map[int]bool{}
	for again := true; again && !l.empty; {
		again = false
		var left []operand
		for _, x := range c.of {
			v, fixed := l.fixed(x)
			if !fixed {
				left = append(left, x)
				continue
			}
			again = true
			if seen[v] {
				l.empty = true
				return nil, true
			}
			seen[v] = true
		}
		c.of = left
		others := everything.Minus(model.Values(slices.Collect(maps.Keys(seen))...))
		for _, x := range left {
			l.restrict(x, others)
		}
	}
	variables := map[operand]bool{}
	for _, x := range c.of {
		if x = l.find(x); variables[x] {
			l.empty = true
		}
		variables[x] = true
	}
	return nil, len(c.of) < 2
}

func (c *allDifferent) emit(l *lowering) {
	l.constrain(&model.AllDifferent{Vars: lists.Map(c.of, l.place)})
}
