package flatzinc

// parity requires of bools that an odd number of them is true, where odd is 1, or an even number, where it is 0.
type parity struct {
	of  []operand
	odd int
}

func (c *parity) scope() []operand { return c.of }

func (c *parity) narrow(l *lowering) (instead []form, done bool) {
	var left []operand
	places := map[int]bool{} // whether the variable stands an odd number of times
	for _, x := range c.of {
		if x = l.find(x); x.variable == constant {
			c.odd ^= x.value
			continue
		}
		places[x.variable] = !places[x.variable]
		left = append(left, x)
	}
	c.of = nil
	for _, x := range left {
		if places[x.variable] {
			c.of = append(c.of, x)
			places[x.variable] = false
		}
	}
	switch {
	case len(c.of) == 0:
		l.empty = l.empty || c.odd == 1
		return nil, true
	case len(c.of) == 1 && c.odd == 1:
		return []form{clause{isTrue(c.of[0])}}, true
	case len(c.of) == 1:
		return []form{clause{isFalse(c.of[0])}}, true
	case len(c.of) == 2 && c.odd == 0:
		l.alias(c.of[0], c.of[1])
		return nil, true
	case len(c.of) == 2:
		return []form{&equivalence{isTrue(c.of[0]), isFalse(c.of[1])}}, true
	}
	return nil, false
}

// emit forbids each assignment of the wrong parity; of many bools, three at a time.
func (c *parity) emit(l *lowering) {
	const most = 4
	of, odd := c.of, c.odd
	for len(of) > most {
		carry := l.fresh("parity", truth) // of those before
		(&parity{append(of[:most-1:most-1], carry), 0}).emit(l)
		of = append([]operand{carry}, of[most-1:]...)
	}
	for bits := range 1 << len(of) {
		wrong, ones := make(clause, len(of)), 0
		for i, x := range of {
			if wrong[i] = isTrue(x); bits>>i&1 == 1 {
				wrong[i] = isFalse(x)
				ones++
			}
		}
		if ones%2 != odd {
			wrong.emit(l)
		}
	}
}
