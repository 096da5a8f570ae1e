package plot

import (
	"fmt"
	"math"
	"strconv"

	"qmsat/compare/show"
	"qmsat/internal/lists"
)

// Axis is a quantity that is plotted, or a list of things.
type Axis struct {
	Label  string
	Log    bool                 // the scale is logarithmic; it has no place for values that are not positive
	Whole  bool                 // values are whole numbers, and so are the ticks of a linear scale
	Format func(float64) string // writes a value at a tick; nil for a list
	Names  []string             // of the items of a list; their values are their indices; the first is at the far end
}

// Linear returns an axis of numbers.
func Linear(label string) Axis { return Axis{Label: label, Format: show.Magnitude} }

// Log returns a logarithmic axis of numbers.
func Log(label string) Axis { return Axis{Label: label, Log: true, Format: show.Magnitude} }

// Whole returns an axis of whole numbers.
func Whole(label string) Axis { return Axis{Label: label, Whole: true, Format: show.Magnitude} }

func (a Axis) text(v float64) string {
	if a.Format == nil {
		return a.Names[int(v)]
	}
	return a.Format(v)
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

// scale maps values to the interval from 0 to 1. Its ends are round numbers.
type scale struct {
	Axis
	lo, hi float64
}

// scaleOf returns the scale whose ends are the nearest round numbers outside of all values; a linear one has 0, too.
func (a Axis) scaleOf(values []float64) scale {
	if a.Format == nil {
		return scale{a, max(float64(len(a.Names)), 1) - 0.5, -0.5}
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if a.has(v) {
			lo, hi = min(lo, v), max(hi, v)
		}
	}
	if lo > hi {
		lo, hi = 1, 1
	}
	if a.Log {
		from, to := below(lo), below(hi)
		if round(to) < hi {
			to++
		}
		if from == to {
			from, to = from-1, to+1
		}
		return scale{a, round(from), round(to)}
	}
	lo, hi = min(lo, 0), max(hi, 0)
	if hi-lo < least {
		hi = lo + 1
	}
	step := scale{a, lo, hi}.step()
	return scale{a, math.Floor(lo/step) * step, math.Ceil(hi/step) * step}
}

// round returns a round number by its index: …, 0.5, 1 (of index 0), 2, 5, 10, …; it is the nearest number that is written so.
func round(i int) float64 {
	exponent := int(math.Floor(float64(i) / 3))
	v, _ := strconv.ParseFloat(fmt.Sprintf("%de%d", [...]int{1, 2, 5}[i-3*exponent], exponent), 64)
	return v
}

// below returns the index of the largest round number that is no larger than a positive value.
func below(v float64) int {
	i := int(3*math.Log10(v)) + 2
	for round(i) > v {
		i--
	}
	return i
}

// at returns the position of a value on the scale: 0 at the lower end, 1 at the upper one.
func (s scale) at(v float64) float64 {
	if s.Log {
		return math.Log(v/s.lo) / math.Log(s.hi/s.lo)
	}
	return (v - s.lo) / (s.hi - s.lo)
}

// tick is a value that an axis marks.
type tick struct {
	value float64
	major bool // with its value written, and a line across the plot
}

// step returns the distance of ticks on a linear scale: there are four to ten of them, fewer of small whole numbers.
func (s scale) step() float64 {
	step := round(below((s.hi - s.lo) / 4))
	if s.Whole {
		return max(step, 1)
	}
	return step
}

// ticks returns the marks of an axis; room is how many values there is room to write.
func (s scale) ticks(room int) []tick {
	room = max(room, 1)
	var ticks []tick
	switch {
	case s.Format == nil:
		return lists.Make(len(s.Names), func(i int) tick { return tick{float64(i), true} })
	case s.Log:
		return s.logTicks(room)
	}
	step := s.step()
	for (s.hi-s.lo)/step > float64(room) {
		step = round(below(step) + 1)
	}
	for i := math.Ceil(s.lo / step); i*step <= s.hi*(1+1e-9); i++ {
		ticks = append(ticks, tick{i * step, true})
	}
	return ticks
}

// logTicks writes 1, 2 and 5 of each decade if there is room for them all, else powers of ten with the others as minor marks, else
// every second power and so on. Two values at least are written.
func (s scale) logTicks(room int) []tick {
	from, to := below(s.lo), below(s.hi)
	every := 1
	for to-from+1 > every*room {
		every += 3 - every%3 // 1, 3, 6, …
	}
	var ticks []tick
	written := 0
	for i := from; i <= to; i++ {
		if every > 3 && i%3 != 0 {
			continue
		}
		ticks = append(ticks, tick{round(i), i%every == 0})
		if i%every == 0 {
			written++
		}
	}
	if written < 2 { // the ends are round numbers
		for i := range ticks {
			ticks[i].major = i == 0 || i == len(ticks)-1
		}
	}
	return ticks
}
