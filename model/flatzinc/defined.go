package flatzinc

import (
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
)

// define removes bools that only say which values another variable has, and replaces them by literals of that variable. It
// repeats this, since what remains may define further bools.
func (l *lowering) define() {
	for !l.empty && !l.ended(len(l.entries)) {
		definitions := l.definitions()
		if len(definitions) == 0 {
			return
		}
		for e, entry := range l.entries {
			if entry.form == nil {
				continue
			}
			scope := entry.scope()
			if l.ended(workPerItem * len(scope)) {
				return
			}
			if !slices.ContainsFunc(scope, func(x operand) bool { return definitions.has(l.find(x)) }) {
				continue
			}
			l.at = entry.position
			l.entries[e].form = nil
			l.add(definitions.rewritten(l, entry.form))
		}
		l.propagate()
	}
}

// definitions are the literals that replace bools, by the bools' variables.
type definitions map[int]literal

func (d definitions) has(x operand) bool {
	_, is := d[x.variable]
	return is && x.variable != constant
}

// of returns the literal of the defining variable, if there is one.
func (d definitions) of(l *lowering, p literal) literal {
	for {
		p.x = l.find(p.x)
		if !d.has(p.x) {
			return p
		}
		defined := d[p.x.variable]
		if !p.values.Contains(1) {
			defined = defined.negated()
		}
		p = defined
	}
}

func (d definitions) ofAll(l *lowering, list []literal) []literal {
	return lists.Map(list, func(p literal) literal { return d.of(l, p) })
}

// maxUses limits how often a bool is replaced by a literal of several values, because encodings write these one by one.
const maxUses = 2

// definitions finds bools that are defined by an equivalence and that no form needs as a number. It drops the equivalence.
func (l *lowering) definitions() definitions {
	numbers, uses := l.uses()
	found := definitions{}
	for e := range l.entries {
		eq, is := l.entries[e].form.(*equivalence)
		if !is {
			continue
		}
		for _, sides := range [][2]literal{{eq.p, eq.q}, {eq.q, eq.p}} {
			b, by := l.find(sides[0].x), found.of(l, sides[1])
			if b.variable == constant || by.x.variable == constant || numbers[b.variable] || found.has(b) || by.x == b || !l.domain(b).Equal(truth) {
				continue
			}
			if !sides[0].values.Contains(1) {
				by = by.negated()
			}
			size := l.domain(by.x).Intersect(by.values).Size()
			if uses[b.variable] > maxUses+1 && size > 1 && size < l.domain(by.x).Size()-1 {
				continue
			}
			found[b.variable] = by
			l.entries[e].form = nil
			break
		}
	}
	return found
}

// uses returns the variables that must be in the model, and how many forms use each variable.
func (l *lowering) uses() (numbers map[int]bool, uses map[int]int) {
	numbers, uses = map[int]bool{}, map[int]int{}
	keep := func(list []operand) {
		for _, x := range list {
			if x = l.find(x); x.variable != constant {
				numbers[x.variable] = true
			}
		}
	}
	keep(l.needed())
	for _, e := range l.entries {
		switch f := e.form.(type) {
		case nil:
			continue
		case clause, *equivalence, *parity, *cardinality:
		case *linear:
			if _, counts := f.counted(l); !counts {
				keep(f.operands())
			}
		case *table:
			keep(f.vars)
		default:
			keep(f.scope())
		}
		scope := e.scope()
		if l.ended(workPerItem * len(scope)) {
			break
		}
		for _, x := range scope {
			uses[l.find(x).variable]++
		}
	}
	return numbers, uses
}

// rewritten returns a form with its literals replaced by their definitions.
func (d definitions) rewritten(l *lowering, f form) form {
	switch f := f.(type) {
	case clause:
		return clause(d.ofAll(l, f))
	case *equivalence:
		return &equivalence{d.of(l, f.p), d.of(l, f.q)}
	case *parity:
		return &parity{d.ofAll(l, f.of), f.odd}
	case *cardinality:
		return &cardinality{d.ofAll(l, f.of), f.lo, f.hi}
	case *linear:
		if slices.ContainsFunc(f.operands(), func(x operand) bool { return d.has(l.find(x)) }) {
			c, _ := f.counted(l)
			return d.rewritten(l, c)
		}
		condition := d.of(l, *f.condition)
		rewritten := *f
		rewritten.condition = &condition
		return &rewritten
	case *table:
		condition := d.of(l, *f.condition)
		rewritten := *f
		rewritten.condition = &condition
		return &rewritten
	}
	return f
}

// counted returns the sum as a count of literals, if all variables are 0/1 with equal coefficients.
func (c *linear) counted(l *lowering) (counted *cardinality, is bool) {
	if c.condition != nil || c.outside {
		return nil, false
	}
	counted = &cardinality{nil, c.lo, c.hi}
	for _, t := range c.terms {
		if !l.domain(t.operand).Equal(truth) || t.coefficient != 1 && t.coefficient != -1 {
			return nil, false
		}
		p := isTrue(t.operand)
		if t.coefficient < 0 { // -x is (not x) minus 1
			p = p.negated()
			counted.lo, counted.hi = shifted(counted.lo, 1), shifted(counted.hi, 1)
		}
		counted.of = append(counted.of, p)
	}
	return counted, true
}

// maxShifted limits the variables of an all-different constraint that is rewritten as pairs.
const maxShifted = 64

// shift says that a variable equals coefficient·x + more, by a sum's entry.
type shift struct {
	term
	more, entry int
}

// unshift removes hidden variables of the form coefficient·x + more that otherwise occur in only one all-different constraint,
// such as the diagonals of queens. The constraint becomes pairs of unequal sums.
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

// shifts finds hidden variables that a sum defines by another variable and that are used just once more.
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

// moved restricts x to the values that the shifted variable's domain allows. It reports whether it can.
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
