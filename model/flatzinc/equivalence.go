package flatzinc

// equivalence requires that two literals are both true or both false.
type equivalence struct{ p, q literal }

func (c *equivalence) scope() []operand { return []operand{c.p.x, c.q.x} }

func (c *equivalence) narrow(l *lowering) (instead []form, done bool) {
	for _, side := range [][2]literal{{c.p, c.q}, {c.q, c.p}} {
		if holds, is := l.decided(side[0]); is {
			if !holds {
				side[1] = side[1].negated()
			}
			return []form{clause{side[1]}}, true
		}
	}
	p, q := l.find(c.p.x), l.find(c.q.x)
	if p == q {
		return []form{clause{c.p.negated(), c.q}, clause{c.p, c.q.negated()}}, true
	}
	if l.domain(p).Equal(truth) && l.domain(q).Equal(truth) && c.p.values.Contains(1) == c.q.values.Contains(1) {
		l.alias(p, q)
		return nil, true
	}
	return nil, false
}

func (c *equivalence) emit(l *lowering) {
	clause{c.p.negated(), c.q}.emit(l)
	clause{c.p, c.q.negated()}.emit(l)
}

// equivalent returns the forms of p ⇔ q, or, where it is half, of p ⇒ q.
func equivalent(p, q literal, half bool) []form {
	if half {
		return []form{clause{p.negated(), q}}
	}
	return []form{&equivalence{p, q}}
}
