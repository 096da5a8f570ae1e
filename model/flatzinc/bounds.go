package flatzinc

import (
	"math/bits"

	"qmsat/model"
)

// maxNumber bounds the numbers of a file, as it does those of every model. A variable whose domain reaches further has no
// bound there: infinite stands for it.
const (
	maxNumber = 1 << 52
	infinite  = 1 << 53
)

var (
	everything = model.Interval(-infinite, infinite)
	truth      = model.Interval(0, 1)
)

// saturated returns x, or the infinite of its sign where it is beyond maxNumber.
func saturated(x int) int {
	switch {
	case x > maxNumber:
		return infinite
	case x < -maxNumber:
		return -infinite
	}
	return x
}

// times returns x·y for numbers within ±infinite, saturated.
func times(x, y int) int {
	high, low := bits.Mul64(magnitude(x), magnitude(y))
	product := infinite
	if high == 0 && low <= maxNumber {
		product = int(low)
	}
	if (x < 0) != (y < 0) {
		return -product
	}
	return product
}

func magnitude(x int) uint64 { return uint64(max(x, -x)) }

// floorDiv and ceilDiv return x/y, rounded down and up; infinite bounds stay infinite.
func floorDiv(x, y int) int {
	if y < 0 {
		x, y = -x, -y
	}
	if x == infinite || x == -infinite {
		return x
	}
	q := x / y
	if x%y < 0 {
		q--
	}
	return q
}

func ceilDiv(x, y int) int { return -floorDiv(-x, y) }

// interval is a range whose ends may be infinite.
type interval struct{ lo, hi int }

func hull(d model.Domain) interval { return interval{d.Min(), d.Max()} }

func (x interval) domain() model.Domain { return model.Interval(x.lo, x.hi) }

// hullOf returns the interval of some numbers.
func hullOf(first int, others ...int) interval {
	x := interval{first, first}
	for _, n := range others {
		x.lo, x.hi = min(x.lo, n), max(x.hi, n)
	}
	return x
}

func (x interval) plus(y interval) interval {
	return interval{saturated(x.lo + y.lo), saturated(x.hi + y.hi)}
}

// times returns the interval of all products.
func (x interval) times(y interval) interval {
	return hullOf(times(x.lo, y.lo), times(x.lo, y.hi), times(x.hi, y.lo), times(x.hi, y.hi))
}
