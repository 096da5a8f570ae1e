package flatzinc

import "qmsat/model"

// maxShifted bounds the variables of an all-different constraint that becomes one of pairs.
const maxShifted = 64

// shift is that a variable is coefficient·x + more, by the entry of a sum.
type shift struct {
	term
	more, entry int
}

// unshift takes hidden variables out of the model that are multiples of others, and so much more, and stand besides in one
// all-different constraint only, as the diagonals of queens do: that becomes pairs of unequal sums.
func (l *lowering) unshift() {
	if l.empty || l.err != nil {
		return
	}
	shifts := l.shifts()
	for e, entry := range l.entries {
		different, is := entry.form.(*allDifferent)
		if !is || len(different.of) > maxShifted {
			continue
		}
		l.at = entry.position
		sides := make([]shift, len(different.of))
		changed := false
		for i, y := range different.of {
			sides[i] = shift{term: term{1, y}}
			if s, is := shifts[l.find(y).variable]; is && l.moved(l.domain(y), s) {
				sides[i] = s
				l.entries[s.entry].form = nil
				changed = true
			}
		}
		if !changed {
			continue
		}
		l.entries[e].form = nil
		for i, x := range sides {
			for _, y := range sides[:i] {
				difference := y.more - x.more
				l.add(&linear{
					terms: []term{x.term, {-y.coefficient, y.operand}}, lo: difference, hi: difference, outside: true,
				})
			}
		}
	}
	l.propagate()
}

// shifts finds hidden variables that a sum makes of another one, and that have one use besides.
func (l *lowering) shifts() map[int]shift {
	_, uses := l.uses()
	for _, x := range l.needed() {
		uses[l.find(x).variable] = 0
	}
	found := map[int]shift{}
	for e, entry := range l.entries {
		sum, is := entry.form.(*linear)
		if !is || sum.condition != nil || sum.outside || sum.lo != sum.hi || len(sum.terms) != 2 {
			continue
		}
		for i, y := range sum.terms {
			x := sum.terms[1-i]
			if _, is := found[x.variable]; !is && uses[y.variable] == 2 && (y.coefficient == 1 || y.coefficient == -1) {
				found[y.variable] = shift{term{-x.coefficient * y.coefficient, x.operand}, sum.lo * y.coefficient, e}
				break
			}
		}
	}
	return found
}

// moved restricts x to what the domain of a variable that is shifted leaves it. It reports whether it can.
func (l *lowering) moved(d model.Domain, s shift) bool {
	ranges := d.Ranges()
	if len(ranges) > 1 && s.coefficient != 1 && s.coefficient != -1 {
		return false
	}
	for i, r := range ranges {
		lo, hi := shifted(r.Lo, -s.more), shifted(r.Hi, -s.more)
		if s.coefficient < 0 {
			lo, hi = hi, lo
		}
		ranges[i] = model.Range{Lo: ceilDiv(lo, s.coefficient), Hi: floorDiv(hi, s.coefficient)}
	}
	l.restrict(s.operand, model.NewDomain(ranges...))
	return true
}
