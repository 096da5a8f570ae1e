package native

import (
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// division propagates the bounds of its variables like [product]: for divisor · quotient = dividend − remainder, and for the
// quotient. The remainder is smaller than the divisor and has the sign of the dividend. [decided] does the rest.
type division struct{ dividend, divisor, quotient, remainder model.Var }

func init() {
	registerKind("division", dividedValues, func(b *builder, c *model.Division) {
		b.post(&division{c.Dividend, c.Divisor, c.Quotient, c.Remainder}, onBounds, askBounds, c.Scope())
		b.postDecided([]model.Var{c.Dividend, c.Divisor, c.Quotient, c.Remainder}, func(x, y int, values []int) bool {
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
func dividedValues(m *model.Model, c *model.Division, options engine.Options) []model.Var {
	most := dividedSetting.Int(options)
	return slices.DeleteFunc(slices.Clone(c.Scope()), func(v model.Var) bool { return m.DomainOf(v).Size() > most })
}

func (p *division) propagate(s *space) bool {
	dividend, divisor := s.bounds(p.dividend), s.bounds(p.divisor)
	if zero, ok := s.numberings[p.divisor].index(0); ok && !s.dropIndex(p.divisor, zero) ||
		!s.restrict(p.quotient, dividend.quotient(divisor)) ||
		!s.restrict(p.remainder, remainders(dividend, divisor)) {
		return false
	}
	remainder := s.bounds(p.remainder)
	if !p.beyond(s, remainder) {
		return false
	}
	multiples := s.bounds(p.divisor).times(s.bounds(p.quotient))
	if !s.restrict(p.dividend, multiples.plus(remainder)) || !s.restrict(p.remainder, s.bounds(p.dividend).minus(multiples)) {
		return false
	}
	multiple := s.bounds(p.dividend).minus(s.bounds(p.remainder))
	return s.restrict(p.divisor, multiple.factor(s.bounds(p.quotient))) &&
		s.restrict(p.quotient, multiple.factor(s.bounds(p.divisor)))
}

// beyond makes the dividend at least as far from 0 as the remainder, and the divisor further.
func (p *division) beyond(s *space, remainder interval) bool {
	least := max(remainder.lo, -remainder.hi, 0) // distance of the remainder from 0
	if remainder.lo > 0 && !s.restrict(p.dividend, interval{least, noBound}) ||
		remainder.hi < 0 && !s.restrict(p.dividend, interval{-noBound, -least}) {
		return false
	}
	divisor := s.bounds(p.divisor)
	return (divisor.lo < -least || s.restrict(p.divisor, interval{least + 1, noBound})) &&
		(divisor.hi > least || s.restrict(p.divisor, interval{-noBound, -least - 1}))
}

// remainders returns bounds of the remainders.
func remainders(dividend, divisor interval) interval {
	most := divisor.size() - 1
	return interval{max(min(dividend.lo, 0), -most), min(max(dividend.hi, 0), most)}
}
