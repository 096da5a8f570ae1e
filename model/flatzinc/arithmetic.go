package flatzinc

import (
	"math"

	"qmsat/model"
	"qmsat/model/kinds"
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
			root := int(math.Sqrt(float64(max(most, 0)))) + 1 // rounding may lose one
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

// quotients returns an interval with all quotients of a number in r by a nonzero value of y, rounded down or up.
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
		l.failAt(l.at, "found the product of %s and %s, which reaches beyond ±2^52, expected one within it", l.called(c.x), l.called(c.y))
		return
	}
	l.constrain(&kinds.Product{X: l.modelVar(c.x), Y: l.modelVar(c.y), Result: l.modelVar(c.result)})
}

// division requires that dividend divided by divisor is the quotient, truncated towards 0, with the remainder left. The divisor
// is not 0.
type division struct{ dividend, divisor, quotient, remainder operand }

func (c *division) scope() []operand {
	return []operand{c.dividend, c.divisor, c.quotient, c.remainder}
}

func (c *division) narrow(l *lowering) (instead []form, done bool) {
	l.restrict(c.divisor, everything.Minus(zero))
	if l.empty {
		return nil, true
	}
	a, b := l.hull(c.dividend), l.hull(c.divisor)
	most := max(b.hi, -b.lo) // largest absolute value of the divisor
	l.bound(c.remainder, interval{min(max(a.lo, 1-most), 0), max(min(a.hi, most-1), 0)})
	l.bound(c.quotient, quotients(a, l.domain(c.divisor)))
	if l.empty {
		return nil, true
	}
	whole := l.hull(c.quotient).times(l.hull(c.divisor)).plus(l.hull(c.remainder))
	l.bound(c.dividend, whole)
	if l.empty {
		return nil, true
	}
	if v, fixed := l.fixed(c.divisor); fixed && (v == 1 || v == -1) {
		return []form{clause{isFalse(c.remainder)}, &linear{terms: []term{{v, c.dividend}, {-1, c.quotient}}}}, true
	}
	return nil, false
}

// uniteDivisions merges divisions of the same number by the same divisor: x div y and x mod y are two results of one division.
func (l *lowering) uniteDivisions() {
	first := map[[2]operand]int{} // index of an entry
	divisionOf := func(e int) *division {
		if c, is := l.entries[e].form.(*calculation); is {
			d, _ := c.other.(*division)
			return d
		}
		d, _ := l.entries[e].form.(*division)
		return d
	}
	for e := range l.entries {
		second := divisionOf(e)
		if second == nil || l.empty {
			continue
		}
		of := [2]operand{l.find(second.dividend), l.find(second.divisor)}
		at, seen := first[of]
		if !seen {
			first[of] = e
			continue
		}
		one := divisionOf(at)
		l.entries[at].form, l.entries[e].form = one, nil // drop the forms for a single result
		l.alias(one.quotient, second.quotient)
		if !l.empty {
			l.alias(one.remainder, second.remainder)
		}
	}
	l.propagate()
}

func (c *division) emit(l *lowering) {
	l.constrain(&kinds.Division{
		Dividend: l.modelVar(c.dividend), Divisor: l.modelVar(c.divisor), Quotient: l.modelVar(c.quotient), Remainder: l.modelVar(c.remainder),
	})
}

// calculation requires that the result is a function of its arguments. It becomes a table once these have few values. Before
// that, or if they keep many values, its other form says the same.
type calculation struct {
	arguments []operand
	result    operand
	value     func(of []int) (result int, defined bool)
	other     form // nil if there is none
	name      string
}

// maxRows limits the rows of a table that replaces a calculation.
const maxRows = 1 << 10

func (c *calculation) scope() []operand { return append([]operand{c.result}, c.arguments...) }

func (c *calculation) narrow(l *lowering) (instead []form, done bool) {
	rows := 1
	for _, x := range c.arguments {
		rows = times(rows, l.domain(x).Size())
	}
	if rows > maxRows {
		if c.other != nil {
			return c.other.narrow(l)
		}
		return nil, false
	}
	t := &table{vars: append(c.arguments[:len(c.arguments):len(c.arguments)], c.result)}
	row := make([]int, len(c.arguments))
	var fill func(i int)
	fill = func(i int) {
		if i == len(row) {
			if v, defined := c.value(row); defined {
				t.tuples = append(t.tuples, append(row[:i:i], v))
			}
			return
		}
		for row[i] = range l.domain(c.arguments[i]).All() {
			fill(i + 1)
		}
	}
	fill(0)
	return []form{t}, true
}

func (c *calculation) emit(l *lowering) {
	if c.other == nil {
		l.failAt(l.at, "found %s of arguments that may have more than %d pairs of values, expected fewer", c.name, maxRows)
		return
	}
	c.other.emit(l)
}

// absolute requires |x| = result.
type absolute struct{ x, result operand }

func (c *absolute) scope() []operand { return []operand{c.x, c.result} }

func (c *absolute) narrow(l *lowering) (instead []form, done bool) {
	x := l.hull(c.x)
	switch {
	case x.lo >= 0:
		return []form{equal(c.x, c.result)}, true
	case x.hi <= 0:
		return []form{&linear{terms: []term{{1, c.x}, {1, c.result}}}}, true
	}
	l.bound(c.result, interval{0, max(-x.lo, x.hi)})
	if !l.empty {
		most := l.hull(c.result).hi
		l.bound(c.x, interval{-most, most})
	}
	return nil, false
}

// emit writes that the result is the larger of x and -x.
func (c *absolute) emit(l *lowering) {
	x := l.hull(c.x)
	negative := l.fresh("negative", interval{-x.hi, -x.lo}.domain())
	(&linear{terms: []term{{1, c.x}, {1, negative}}}).emit(l)
	(&extremum{of: []operand{c.x, negative}, result: c.result, max: true}).emit(l)
}

// power returns x^y. For y < 0 it is 1 divided by x^-y, truncated towards 0.
func power(of []int) (result int, defined bool) {
	x, y := of[0], of[1]
	switch {
	case x == 1:
		return 1, true
	case x == -1:
		return 1 - 2*(y&1), true
	case x == 0:
		return max(0, 1-y), y >= 0
	case y < 0:
		return 0, true
	}
	result = 1
	for range y {
		if result = times(result, x); result == infinite || result == -infinite {
			return 0, false // beyond every domain
		}
	}
	return result, true
}

// absolute adds that |x| = result.
func (c *call) absolute(x, result operand) {
	c.add(&calculation{arguments: []operand{x}, result: result, other: &absolute{x, result}, value: func(of []int) (int, bool) {
		return max(of[0], -of[0]), true
	}})
}

// power adds that result = x^y.
func (c *call) power(x, y, result operand) {
	if exponent, fixed := c.fixed(y); fixed && 0 < exponent && exponent <= 52 {
		for ; exponent > 1; exponent-- { // the result is x times a lower power
			lower := c.fresh("power", everything)
			c.add(&product{lower, x, result})
			result = lower
		}
		c.add(equal(x, result))
		return
	}
	c.add(&calculation{arguments: []operand{x, y}, result: result, value: power, name: "a power"})
}
