package flatzinc

import "qmsat/model"

// division requires that dividend divided by divisor, which is not 0, is the quotient, cut off towards 0, and leaves the remainder.
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
	most := max(b.hi, -b.lo) // magnitude of the divisor
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

// uniteDivisions makes one of those that divide the same number by the same one: x div y and x mod y are two results of a division.
func (l *lowering) uniteDivisions() {
	first := map[[2]operand]int{} // entries
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
		l.entries[at].form, l.entries[e].form = one, nil // not what speaks of one result only
		l.alias(one.quotient, second.quotient)
		if !l.empty {
			l.alias(one.remainder, second.remainder)
		}
	}
	l.propagate()
}

func (c *division) emit(l *lowering) {
	l.constrain(&model.Division{
		Dividend: l.place(c.dividend), Divisor: l.place(c.divisor), Quotient: l.place(c.quotient), Remainder: l.place(c.remainder),
	})
}
