package flatzinc

import "qmsat/model"

// literal is that x is one of the values.
type literal struct {
	x      operand
	values model.Domain
}

var zero, one = model.Values(0), model.Values(1)

func isTrue(x operand) literal  { return literal{x, one} }
func isFalse(x operand) literal { return literal{x, zero} }

// negated is that x is none of the values.
func (p literal) negated() literal { return literal{p.x, everything.Minus(p.values)} }

// decided reports whether the literal is the same whatever x is.
func (l *lowering) decided(p literal) (truth, is bool) {
	d := l.domain(p.x)
	left := d.Intersect(p.values)
	return !left.Empty(), left.Empty() || left.Equal(d)
}

// clause requires one of its literals.
type clause []literal

func (c clause) scope() []operand {
	list := make([]operand, len(c))
	for i, p := range c {
		list[i] = p.x
	}
	return list
}

// left returns the literals that are not decided, those of one variable as one; is false where one holds.
func (c clause) left(l *lowering) (left clause, open bool) {
	places := map[int]int{}
	for _, p := range c {
		p.x = l.find(p.x)
		if place, seen := places[p.x.variable]; seen && p.x.variable != constant {
			left[place].values = left[place].values.Union(p.values)
			p = left[place]
		} else if holds, is := l.decided(p); !is {
			places[p.x.variable] = len(left)
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
	formula := make(model.Or, len(left))
	for i, p := range left {
		formula[i] = l.atom(p)
	}
	l.constrain(&model.Rule{Formula: formula})
}
