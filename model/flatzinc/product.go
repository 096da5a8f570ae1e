package flatzinc

import (
	"math"

	"qmsat/model"
)

// product requires x·y = result.
type product struct{ x, y, result operand }

func (c *product) scope() []operand { return []operand{c.x, c.y, c.result} }

func (c *product) narrow(l *lowering) (instead []form, done bool) {
	for _, factors := range [][2]operand{{c.x, c.y}, {c.y, c.x}} {
		if v, fixed := l.fixed(factors[0]); fixed {
			return []form{&linear{terms: []term{{v, factors[1]}, {-1, c.result}}}}, true
		}
	}
	x, y := l.find(c.x), l.find(c.y)
	if within(l.domain(x), truth) && within(l.domain(y), truth) {
		return []form{
			clause{{c.result, truth}},
			clause{isFalse(c.result), isTrue(x)}, clause{isFalse(c.result), isTrue(y)}, clause{isFalse(x), isFalse(y), isTrue(c.result)},
		}, true
	}
	reach := l.hull(x).times(l.hull(y))
	if x == y {
		reach.lo = max(reach.lo, 0)
		if most := l.hull(c.result).hi; most != infinite && !l.empty {
			root := int(math.Sqrt(float64(max(most, 0)))) + 1 // one more than rounding may take off
			l.bound(x, interval{-root, root})
		}
	}
	l.bound(c.result, reach)
	l.factor(x, y, c.result)
	l.factor(y, x, c.result)
	return nil, false
}

// factor narrows x by x·y = result.
func (l *lowering) factor(x, y, result operand) {
	if !l.empty && !l.domain(result).Contains(0) {
		l.restrict(y, everything.Minus(zero))
	}
	if !l.empty && !l.domain(y).Contains(0) {
		l.bound(x, quotients(l.hull(result), l.domain(y)))
	}
}

// quotients returns an interval of all quotients of a number in r by one of the domain that is not 0, rounded to whichever side.
func quotients(r interval, y model.Domain) interval {
	all := interval{infinite, -infinite}
	for _, side := range []model.Domain{model.Interval(-infinite, -1), model.Interval(1, infinite)} {
		part := y.Intersect(side)
		if part.Empty() {
			continue
		}
		for _, d := range []int{part.Min(), part.Max()} {
			for _, n := range []int{r.lo, r.hi} {
				all.lo = min(all.lo, floorDiv(n, d))
				all.hi = max(all.hi, ceilDiv(n, d))
			}
		}
	}
	return all
}

func within(d, other model.Domain) bool { return d.Minus(other).Empty() }

func (c *product) emit(l *lowering) {
	reach := l.hull(c.x).times(l.hull(c.y))
	if reach.lo == -infinite || reach.hi == infinite {
		l.failAt(l.at, "found a product that reaches beyond ±2^52, expected one within it")
		return
	}
	l.constrain(&model.Product{X: l.place(c.x), Y: l.place(c.y), Result: l.place(c.result)})
}
