package flatzinc

// parity requires that an odd number of literals is true, where odd is 1, or an even number, where it is 0.
type parity struct {
	of  []literal
	odd int
}

func (c *parity) scope() []operand { return clause(c.of).scope() }

func (c *parity) narrow(l *lowering) (instead []form, done bool) {
	var left []literal
	for _, p := range c.of {
		if p.x = l.find(p.x); len(left) > 0 && p.x == left[len(left)-1].x && p.values.Equal(left[len(left)-1].values) {
			left = left[:len(left)-1] // two that are the same add nothing
		} else if holds, is := l.decided(p); !is {
			left = append(left, p)
		} else if holds {
			c.odd ^= 1
		}
	}
	switch c.of = left; len(left) {
	case 0:
		l.empty = l.empty || c.odd == 1
		return nil, true
	case 1:
		p := left[0]
		if c.odd == 0 {
			p = p.negated()
		}
		return []form{clause{p}}, true
	case 2:
		q := left[1]
		if c.odd == 1 {
			q = q.negated()
		}
		return []form{&equivalence{left[0], q}}, true
	}
	return nil, false
}

// emit forbids each assignment of the wrong parity; of many literals, three at a time.
func (c *parity) emit(l *lowering) {
	const most = 4
	of := c.of
	for len(of) > most {
		carry := isTrue(l.fresh("parity", truth)) // of those before
		(&parity{append(of[:most-1:most-1], carry), 0}).emit(l)
		of = append([]literal{carry}, of[most-1:]...)
	}
	for bits := range 1 << len(of) {
		wrong, ones := make(clause, len(of)), 0
		for i, p := range of {
			if wrong[i] = p; bits>>i&1 == 1 {
				wrong[i] = p.negated()
				ones++
			}
		}
		if ones%2 != c.odd {
			wrong.emit(l)
		}
	}
}
