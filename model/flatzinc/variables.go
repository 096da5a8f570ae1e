package flatzinc

import (
	"math/bits"
	"strconv"

	"qmsat/model"
)

// operand is a variable's number, or a value if it is constant.
type operand struct {
	variable int
	value    int
}

const constant = -1

func value(v int) operand { return operand{constant, v} }

// variable is a variable of the file, or one added by forms.
type variable struct {
	position
	name   string
	domain model.Domain // may extend to ±infinite
	isBool bool
	// equal is the variable that equals it, or its own number.
	equal    int
	watchers []int     // forms to look at again if the domain narrows
	modelVar model.Var // in the model; -1 until needed there
}

// find returns the representative of all operands equal to x: a value if only one is left.
func (l *lowering) find(x operand) operand {
	if x.variable == constant {
		return x
	}
	x = l.root(x)
	if d := l.variables[x.variable].domain; d.Min() == d.Max() {
		return value(d.Min())
	}
	return x
}

// called returns the name of an operand, for errors.
func (l *lowering) called(x operand) string {
	if x = l.find(x); x.variable == constant {
		return strconv.Itoa(x.value)
	}
	return l.variables[x.variable].name
}

// root returns the representative variable of all that equal x.
func (l *lowering) root(x operand) operand {
	for l.variables[x.variable].equal != x.variable {
		up := &l.variables[x.variable].equal
		*up = l.variables[*up].equal
		x.variable = *up
	}
	return x
}

// domain returns the values that x may have.
func (l *lowering) domain(x operand) model.Domain {
	if x = l.find(x); x.variable == constant {
		return model.Values(x.value)
	}
	return l.variables[x.variable].domain
}

func (l *lowering) hull(x operand) interval { return hull(l.domain(x)) }

// fixed reports whether x has only one value.
func (l *lowering) fixed(x operand) (value int, is bool) {
	x = l.find(x)
	return x.value, x.variable == constant
}

// restrict removes the values outside d from the domain of x.
func (l *lowering) restrict(x operand, d model.Domain) {
	now := l.domain(x)
	left := now.Intersect(d)
	switch x = l.find(x); {
	case left.Empty():
		l.empty = true
	case !left.Equal(now):
		l.variables[x.variable].domain = left
		l.wake(x.variable)
	}
}

// bound removes the values outside an interval from the domain of x, for a limited number of steps. It is for forms that could
// narrow each other in a cycle, one value at a time.
func (l *lowering) bound(x operand, within interval) {
	if l.steps <= 0 {
		return
	}
	if now := l.hull(x); now.lo < within.lo || now.hi > within.hi {
		l.restrict(x, within.domain())
	}
}

// limit is restrict with the step limit of bound.
func (l *lowering) limit(x operand, d model.Domain) {
	if l.steps > 0 {
		l.restrict(x, d)
	}
}

func (l *lowering) wake(v int) {
	for _, e := range l.variables[v].watchers {
		if !l.entries[e].queued && l.entries[e].form != nil {
			l.entries[e].queued = true
			l.queue = append(l.queue, e)
		}
	}
}

// alias merges two variables.
func (l *lowering) alias(x, y operand) {
	x, y = l.find(x), l.find(y)
	if x.variable == constant || y.variable == constant {
		l.restrict(x, l.domain(y))
		l.restrict(y, l.domain(x))
		return
	}
	if x.variable == y.variable {
		return
	}
	first, second := &l.variables[min(x.variable, y.variable)], &l.variables[max(x.variable, y.variable)]
	common := first.domain.Intersect(second.domain)
	if common.Empty() {
		l.empty = true
		return
	}
	second.equal = min(x.variable, y.variable)
	first.domain = common
	first.watchers = append(first.watchers, second.watchers...)
	l.wake(second.equal)
}

// fresh adds a variable that is not in the file.
func (l *lowering) fresh(name string, d model.Domain) operand {
	v := len(l.variables)
	l.variables = append(l.variables, variable{position: l.at, name: name, domain: d, equal: v, modelVar: -1})
	return operand{v, 0}
}

// maxNumber limits the numbers of a file, as of every model. A domain that extends further counts as unbounded, written infinite.
const (
	maxNumber = 1 << 52
	infinite  = 1 << 53
)

var (
	everything = model.Interval(-infinite, infinite)
	truth      = model.Interval(0, 1)
)

// saturated returns x, or ±infinite if x is beyond maxNumber.
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

// interval is a range with ends that may be infinite.
type interval struct{ lo, hi int }

func hull(d model.Domain) interval { return interval{d.Min(), d.Max()} }

func (x interval) domain() model.Domain { return model.Interval(x.lo, x.hi) }

func (x interval) plus(y interval) interval {
	return interval{saturated(x.lo + y.lo), saturated(x.hi + y.hi)}
}

// times returns the interval of all products.
func (x interval) times(y interval) interval {
	a, b, c, d := times(x.lo, y.lo), times(x.lo, y.hi), times(x.hi, y.lo), times(x.hi, y.hi)
	return interval{min(a, b, c, d), max(a, b, c, d)}
}
