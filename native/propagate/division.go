package propagate

import (
	"slices"

	"qmsat/model"
	"qmsat/model/kinds"
	"qmsat/native/space"
)

// division propagates the bounds of its variables like [product]: for divisor · quotient = dividend − remainder, and for the
// quotient. The remainder is smaller than the divisor and has the sign of the dividend. [decided] does the rest.
type division struct{ dividend, divisor, quotient, remainder model.Var }

func init() {
	space.RegisterKind("division", dividedValues, func(b *space.Builder, c *kinds.Division) {
		b.Post(&division{c.Dividend, c.Divisor, c.Quotient, c.Remainder}, space.OnBounds, space.AskBounds, c.Scope())
		postDecided(b, []model.Var{c.Dividend, c.Divisor, c.Quotient, c.Remainder}, func(x, y int, values []int) bool {
			if y == 0 {
				return false
			}
			values[0], values[1] = x/y, x%y
			return true
		})
	})
}

// dividedValues asks for the values of each variable that does not have too many. Then values between the bounds that other
// divisions miss can be removed too.
func dividedValues(m *model.Model, c *kinds.Division, limits *space.Limits) []model.Var {
	most := limits.Divided
	return slices.DeleteFunc(slices.Clone(c.Scope()), func(v model.Var) bool { return m.DomainOf(v).Size() > most })
}

func (p *division) Propagate(s *space.Space) bool {
	dividend, divisor := s.Bounds(p.dividend), s.Bounds(p.divisor)
	if zero, ok := s.Numberings[p.divisor].Index(0); ok && !s.DropIndex(p.divisor, zero) ||
		!s.Restrict(p.quotient, dividend.Quotient(divisor)) ||
		!s.Restrict(p.remainder, remainders(dividend, divisor)) {
		return false
	}
	remainder := s.Bounds(p.remainder)
	if !p.beyond(s, remainder) {
		return false
	}
	multiples := s.Bounds(p.divisor).Times(s.Bounds(p.quotient))
	if !s.Restrict(p.dividend, multiples.Plus(remainder)) || !s.Restrict(p.remainder, s.Bounds(p.dividend).Minus(multiples)) {
		return false
	}
	multiple := s.Bounds(p.dividend).Minus(s.Bounds(p.remainder))
	return s.Restrict(p.divisor, multiple.Factor(s.Bounds(p.quotient))) &&
		s.Restrict(p.quotient, multiple.Factor(s.Bounds(p.divisor)))
}

// beyond makes the dividend at least as far from 0 as the remainder, and the divisor further.
func (p *division) beyond(s *space.Space, remainder space.Interval) bool {
	least := max(remainder.Lo, -remainder.Hi, 0) // distance of the remainder from 0
	if remainder.Lo > 0 && !s.Restrict(p.dividend, space.Interval{Lo: least, Hi: space.NoBound}) ||
		remainder.Hi < 0 && !s.Restrict(p.dividend, space.Interval{Lo: -space.NoBound, Hi: -least}) {
		return false
	}
	divisor := s.Bounds(p.divisor)
	return (divisor.Lo < -least || s.Restrict(p.divisor, space.Interval{Lo: least + 1, Hi: space.NoBound})) &&
		(divisor.Hi > least || s.Restrict(p.divisor, space.Interval{Lo: -space.NoBound, Hi: -least - 1}))
}

// remainders returns bounds of the remainders.
func remainders(dividend, divisor space.Interval) space.Interval {
	most := divisor.Size() - 1
	return space.Interval{Lo: max(min(dividend.Lo, 0), -most), Hi: min(max(dividend.Hi, 0), most)}
}
