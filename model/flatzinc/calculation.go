package flatzinc

// calculation requires that the result is what a function makes of its arguments, by a table once these have few values. Until
// then, or where they have many for good, its other form says the same.
type calculation struct {
	arguments []operand
	result    operand
	value     func(of []int) (result int, defined bool)
	other     form // nil where there is none
	name      string
}

// maxRows bounds the rows of a table that takes the place of a calculation.
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

// emit says that the result is the larger of x and -x.
func (c *absolute) emit(l *lowering) {
	x := l.hull(c.x)
	negative := l.fresh("negative", interval{-x.hi, -x.lo}.domain())
	(&linear{terms: []term{{1, c.x}, {1, negative}}}).emit(l)
	(&extremum{of: []operand{c.x, negative}, result: c.result, max: true}).emit(l)
}

// power returns x^y; with y < 0 that is 1 divided by x^-y, cut off towards 0.
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
			return 0, false // no domain has it
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
