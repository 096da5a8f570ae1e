package space

import (
	"math/bits"

	"qmsat/model"
)

// Interval is the closed interval lo..hi, empty if lo > hi. Its ends are within ±NoBound.
type Interval struct{ Lo, Hi int }

// Bounds returns the least and the largest value that v may have.
func (s *Space) Bounds(v model.Var) Interval {
	n, words := &s.Numberings[v], s.Bits(v)
	switch {
	case len(words) == 1:
		return Interval{n.Value(bits.TrailingZeros64(words[0])), n.Value(bits.Len64(words[0]) - 1)}
	case s.IsWide(v):
		return Interval{n.Value(int(words[0])), n.Value(int(words[1]))}
	default:
		return Interval{n.Value(words.Lowest()), n.Value(words.Highest())}
	}
}

// Restrict removes the values of v outside an interval.
func (s *Space) Restrict(v model.Var, to Interval) bool {
	n := &s.Numberings[v]
	return to.Lo <= to.Hi && s.KeepBetween(v, n.Below(to.Lo), n.Below(to.Hi+1)-1)
}

// RestrictFrom does the same if the variable's bounds are already known.
func (s *Space) RestrictFrom(v model.Var, now, to Interval) bool {
	return to.Lo <= now.Lo && now.Hi <= to.Hi || s.Restrict(v, to)
}

func (x Interval) has(value int) bool { return x.Lo <= value && value <= x.Hi }

// Size returns the largest absolute value.
func (x Interval) Size() int { return max(x.Hi, -x.Lo) }

func (x Interval) Plus(y Interval) Interval {
	return Interval{max(x.Lo+y.Lo, -NoBound), min(x.Hi+y.Hi, NoBound)}
}

func (x Interval) Minus(y Interval) Interval { return x.Plus(Interval{-y.Hi, -y.Lo}) }

// Times returns the bounds of the products.
func (x Interval) Times(y Interval) Interval {
	if x.Lo >= 0 && y.Lo >= 0 {
		return Interval{clampedProduct(x.Lo, y.Lo), clampedProduct(x.Hi, y.Hi)}
	}
	a, b, c, d := clampedProduct(x.Lo, y.Lo), clampedProduct(x.Lo, y.Hi), clampedProduct(x.Hi, y.Lo), clampedProduct(x.Hi, y.Hi)
	return Interval{min(a, b, c, d), max(a, b, c, d)}
}

// clampedProduct returns a product, or the nearest number within ±NoBound.
func clampedProduct(a, b int) int {
	high, low := bits.Mul64(uint64(max(a, -a)), uint64(max(b, -b)))
	size := NoBound
	if high == 0 && low < NoBound {
		size = int(low)
	}
	if a < 0 != (b < 0) {
		return -size
	}
	return size
}

// Factor returns bounds on the values that, times some value of y, give a value of z.
func (z Interval) Factor(y Interval) Interval {
	switch {
	case y.Lo > 0 && z.Lo >= 0:
		return Interval{CeilDiv(z.Lo, y.Hi), z.Hi / y.Lo}
	case !y.has(0):
		return Interval{
			min(CeilDiv(z.Lo, y.Lo), CeilDiv(z.Lo, y.Hi), CeilDiv(z.Hi, y.Lo), CeilDiv(z.Hi, y.Hi)),
			max(FloorDiv(z.Lo, y.Lo), FloorDiv(z.Lo, y.Hi), FloorDiv(z.Hi, y.Lo), FloorDiv(z.Hi, y.Hi)),
		}
	case z.has(0):
		return Interval{-NoBound, NoBound}
	case y.Lo == 0 && y.Hi > 0:
		return z.Factor(Interval{1, y.Hi})
	case y.Hi == 0 && y.Lo < 0:
		return z.Factor(Interval{y.Lo, -1})
	default: // some divisor is ±1, or no divisor is left
		return Interval{-z.Size(), z.Size()}
	}
}

// Quotient returns the bounds of x divided by y, rounded towards 0. It is empty if y is 0.
func (x Interval) Quotient(y Interval) Interval {
	switch {
	case y.Lo < 0 && y.Hi > 0:
		return Interval{-x.Size(), x.Size()}
	case y.Lo == 0 && y.Hi == 0:
		return Interval{1, 0}
	case y.Lo == 0:
		y.Lo = 1
	case y.Hi == 0:
		y.Hi = -1
	}
	a, b, c, d := x.Lo/y.Lo, x.Lo/y.Hi, x.Hi/y.Lo, x.Hi/y.Hi
	return Interval{min(a, b, c, d), max(a, b, c, d)}
}
