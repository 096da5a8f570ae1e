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
