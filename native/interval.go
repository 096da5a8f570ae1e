package native

import (
	"math/bits"

	"qmsat/model"
)

// interval is the closed interval lo..hi, empty if lo > hi. Its ends are within ±noBound.
type interval struct{ lo, hi int }

// bounds returns the least and the largest value that v may have.
func (s *space) bounds(v model.Var) interval {
	n, words := &s.numberings[v], s.bits(v)
	switch {
	case len(words) == 1:
		return interval{n.value(bits.TrailingZeros64(words[0])), n.value(bits.Len64(words[0]) - 1)}
	case s.isWide(v):
		return interval{n.value(int(words[0])), n.value(int(words[1]))}
	default:
		return interval{n.value(words.Lowest()), n.value(words.Highest())}
	}
}

// restrict removes the values of v outside an interval.
func (s *space) restrict(v model.Var, to interval) bool {
	n := &s.numberings[v]
	return to.lo <= to.hi && s.keepBetween(v, n.below(to.lo), n.below(to.hi+1)-1)
}

// restrictFrom does the same if the variable's bounds are already known.
func (s *space) restrictFrom(v model.Var, now, to interval) bool {
	return to.lo <= now.lo && now.hi <= to.hi || s.restrict(v, to)
}

func (x interval) has(value int) bool { return x.lo <= value && value <= x.hi }

// size returns the largest absolute value.
func (x interval) size() int { return max(x.hi, -x.lo) }

func (x interval) plus(y interval) interval {
	return interval{max(x.lo+y.lo, -noBound), min(x.hi+y.hi, noBound)}
}

func (x interval) minus(y interval) interval { return x.plus(interval{-y.hi, -y.lo}) }

// times returns the bounds of the products.
func (x interval) times(y interval) interval {
	if x.lo >= 0 && y.lo >= 0 {
		return interval{clampedProduct(x.lo, y.lo), clampedProduct(x.hi, y.hi)}
	}
	a, b, c, d := clampedProduct(x.lo, y.lo), clampedProduct(x.lo, y.hi), clampedProduct(x.hi, y.lo), clampedProduct(x.hi, y.hi)
	return interval{min(a, b, c, d), max(a, b, c, d)}
}

// clampedProduct returns a product, or the nearest number within ±noBound.
func clampedProduct(a, b int) int {
	high, low := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	size := noBound
	if high == 0 && low < noBound {
		size = int(low)
	}
	if a < 0 != (b < 0) {
		return -size
	}
	return size
}

// factor returns bounds on the values that, times some value of y, give a value of z.
func (z interval) factor(y interval) interval {
	switch {
	case y.lo > 0 && z.lo >= 0:
		return interval{ceilDiv(z.lo, y.hi), z.hi / y.lo}
	case !y.has(0):
		return interval{
			min(ceilDiv(z.lo, y.lo), ceilDiv(z.lo, y.hi), ceilDiv(z.hi, y.lo), ceilDiv(z.hi, y.hi)),
			max(floorDiv(z.lo, y.lo), floorDiv(z.lo, y.hi), floorDiv(z.hi, y.lo), floorDiv(z.hi, y.hi)),
		}
	case z.has(0):
		return interval{-noBound, noBound}
	case y.lo == 0 && y.hi > 0:
		return z.factor(interval{1, y.hi})
	case y.hi == 0 && y.lo < 0:
		return z.factor(interval{y.lo, -1})
	default: // some divisor is ±1, or no divisor is left
		return interval{-z.size(), z.size()}
	}
}

// quotient returns the bounds of x divided by y, rounded towards 0. It is empty if y is 0.
func (x interval) quotient(y interval) interval {
	switch {
	case y.lo < 0 && y.hi > 0:
		return interval{-x.size(), x.size()}
	case y.lo == 0 && y.hi == 0:
		return interval{1, 0}
	case y.lo == 0:
		y.lo = 1
	case y.hi == 0:
		y.hi = -1
	}
	a, b, c, d := x.lo/y.lo, x.lo/y.hi, x.hi/y.lo, x.hi/y.hi
	return interval{min(a, b, c, d), max(a, b, c, d)}
}
