package plot

import (
	"fmt"
	"math"
	"strconv"
)

// Axis is a quantity that is plotted.
type Axis struct {
	Label  string
	Log    bool                 // the scale is logarithmic; it has no place for values that are not positive
	Whole  bool                 // values are whole numbers, and so are the ticks of a linear scale
	Format func(float64) string // writes a value at a tick
}

// scale maps values to the interval from 0 to 1. Its ends are round numbers.
type scale struct {
	log, whole bool
	lo, hi     float64
}

// The magnitudes that scales have a place for, so that no product or quotient leaves what numbers can hold.
const (
	least = 1e-15
	most  = 1e30
)

// has reports whether the scale's kind has a place for a value.
func (a Axis) has(v float64) bool {
	if a.Log {
		return v >= least && v <= most
	}
	return math.Abs(v) <= most
}

// scaleOf returns the scale whose ends are the nearest round numbers outside of all values; a linear one has 0, too.
func (a Axis) scaleOf(values []float64) scale {
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if a.has(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if lo > hi {
		lo, hi = 1, 1
	}
	if !a.Log {
		lo, hi = min(lo, 0), max(hi, 0)
		if hi-lo < least {
			hi = lo + 1
		}
		s := scale{whole: a.Whole, lo: lo, hi: hi}
		step := s.step()
		s.lo, s.hi = math.Floor(lo/step)*step, math.Ceil(hi/step)*step
		return s
	}
	lo, hi = roundDown(lo), roundUp(hi)
	if hi <= lo {
		lo, hi = roundDown(lo/1.01), roundUp(hi*1.01)
	}
	return scale{log: true, lo: lo, hi: hi}
}

// steps are the round numbers of each decade.
var steps = []float64{1, 2, 5}

// power returns digit·10^exponent as the nearest number that is written so.
func power(digit float64, exponent int) float64 {
	v, _ := strconv.ParseFloat(fmt.Sprintf("%ge%d", digit, exponent), 64)
	return v
}

// exponentOf returns the exponent of the decade that a positive value lies in.
func exponentOf(v float64) int {
	e := int(math.Floor(math.Log10(v)))
	if power(1, e+1) <= v { // the logarithm is rounded
		e++
	}
	return e
}

// roundDown returns the largest round number that is no larger than a positive value.
func roundDown(v float64) float64 {
	e := exponentOf(v)
	best := power(1, e-1)
	for _, digit := range steps {
		if r := power(digit, e); r <= v {
			best = r
		}
	}
	return best
}

// roundUp returns the smallest round number that is no smaller than a positive value.
func roundUp(v float64) float64 {
	e := exponentOf(v)
	for _, digit := range steps {
		if r := power(digit, e); r >= v {
			return r
		}
	}
	return power(1, e+1)
}

// at returns where a value stands: 0 at the lower end, 1 at the upper one.
func (s scale) at(v float64) float64 {
	lo, hi := s.lo, s.hi
	if s.log {
		v, lo, hi = math.Log(v), math.Log(lo), math.Log(hi)
	}
	return (v - lo) / (hi - lo)
}

// tick is a value that an axis marks.
type tick struct {
	value float64
	major bool // with its value written, and a line across the plot
}

// step returns the distance of ticks on a linear scale: there are four to ten of them, fewer of small whole numbers.
func (s scale) step() float64 {
	step := roundDown((s.hi - s.lo) / 4)
	if s.whole {
		return max(step, 1)
	}
	return step
}

// ticks returns the marks of an axis, ascending; room is how many values there is room to write.
func (s scale) ticks(room int) []tick {
	room = max(room, 1)
	if s.log {
		return s.logTicks(room)
	}
	step := s.step()
	for n := (s.hi - s.lo) / step; n > float64(room); n = (s.hi - s.lo) / step {
		step = roundUp(step * 1.01)
	}
	var ticks []tick
	for i := math.Ceil(s.lo / step); i*step <= s.hi*(1+1e-9); i++ {
		ticks = append(ticks, tick{i * step, true})
	}
	return ticks
}

// logTicks marks 1, 2 and 5 of each decade where there is room to write them all, else powers of ten with 2 to 9 as minor
// marks, else every second power and so on. Two values at least are written.
func (s scale) logTicks(room int) []tick {
	from, to := exponentOf(s.lo), exponentOf(s.hi)
	decades := to - from + 1
	every := 1
	for decades > every*room {
		every++
	}
	fine := math.Log10(s.hi/s.lo)*3+1 <= float64(room)
	var ticks []tick
	written := 0
	for e := from; e <= to; e++ {
		for digit := 1.0; digit < 10; digit++ {
			v := power(digit, e)
			if v < s.lo || v > s.hi || every > 1 && digit > 1 {
				continue
			}
			major := digit == 1 && (e-from)%every == 0 || fine && (digit == 2 || digit == 5)
			ticks = append(ticks, tick{v, major})
			if major {
				written++
			}
		}
	}
	if written < 2 { // the ends are round numbers
		ticks[0].major, ticks[len(ticks)-1].major = true, true
	}
	return ticks
}
