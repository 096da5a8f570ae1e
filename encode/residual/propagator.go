package residual

import (
	"context"
	"slices"

	"qmsat/internal/memory"
)

// propagator keeps a partial assignment closed under unit propagation, level by level. It is for searches that learn nothing: the
// formula never changes. Clauses of two literals are plain lists of implications. Longer clauses have two watched literals
// (Moskewicz and others, Chaff: engineering an efficient SAT solver, 2001). Each watch also holds another literal of the clause;
// if that is true, the clause is not read. Package propagate checks the trees of these searches with a propagator of its own: a
// checker shares nothing with what it checks.
type propagator struct {
	starts  []int32   // by literal: the start of its implications
	implied []literal // see [clauseSet.implications]
	long    []literal // the longer clauses; the first two literals of each are watched
	watches [][]watch // by literal: the clauses to look at when it becomes false
	values  []int8    // by literal: 1 true, -1 false, 0 open
	trail   []literal // true literals, in the order they became true
	queue   int       // how much of the trail has been propagated
	levels  []int     // by decision: the length of the trail before it

	consistent bool // propagation of the unit clauses met no conflict

	decisions, conflicts int64
}

// watch is a clause in the watch list of one of its literals.
type watch struct {
	start int32   // of the clause's length, in long
	other literal // if it is true, the clause need not be read
}

// newPropagator propagates the formula's unit clauses.
func newPropagator(ctx context.Context, f *clauseSet) (p *propagator, err error) {
	p = &propagator{long: f.Long}
	if p.starts, p.implied, err = f.implications(ctx); err != nil {
		return nil, err
	}
	if err := memory.Ask(ctx, "the propagation", 32*int64(2*f.Variables)+16*int64(f.Clauses)); err != nil {
		return nil, err
	}
	p.values = make([]int8, 2*f.Variables)
	p.trail = make([]literal, 0, f.Variables)
	p.watches = make([][]watch, 2*f.Variables)
	err = f.each(ctx, func(_, start int, clause []literal) {
		for i, l := range clause[:2] {
			p.watches[l] = append(p.watches[l], watch{int32(start), clause[1-i]})
		}
	})
	if err != nil {
		return nil, err
	}
	p.consistent = !f.Empty && !slices.ContainsFunc(f.Units, func(l literal) bool { return !p.imply(l) })
	return p, nil
}

// decide opens a level, makes a literal true, propagates, and reports whether there was no conflict. The caller undoes the level
// in either case.
func (p *propagator) decide(l literal) bool {
	p.decisions++
	p.levels = append(p.levels, len(p.trail))
	return p.imply(l)
}

// undo takes the latest level back.
func (p *propagator) undo() {
	last := len(p.levels) - 1
	kept := p.levels[last]
	for _, l := range p.trail[kept:] {
		p.values[l], p.values[l.Not()] = 0, 0
	}
	p.trail, p.levels, p.queue = p.trail[:kept], p.levels[:last], kept
}

// undoTo takes back all levels but the first levels.
func (p *propagator) undoTo(levels int) {
	for len(p.levels) > levels {
		p.undo()
	}
}

// imply makes a literal true at the latest level, propagates, and reports whether there was no conflict.
func (p *propagator) imply(l literal) bool {
	switch p.values[l] {
	case -1:
		p.conflicts++
		return false
	case 0:
		p.set(l)
		if !p.propagate() {
			p.conflicts++
			return false
		}
	}
	return true
}

func (p *propagator) set(l literal) {
	p.values[l], p.values[l.Not()] = 1, -1
	p.trail = append(p.trail, l)
}

// propagate follows the trail to its end, or to a conflict; then it reports false.
func (p *propagator) propagate() bool {
	for p.queue < len(p.trail) {
		l := p.trail[p.queue]
		p.queue++
		for _, then := range p.implied[p.starts[l]:p.starts[l+1]] {
			if value := p.values[then]; value == 0 {
				p.set(then)
			} else if value < 0 {
				return false
			}
		}
		if !p.visit(l.Not()) {
			return false
		}
	}
	return true
}

// visit looks at the clauses that watch a literal that became false. It reports false at a conflict.
func (p *propagator) visit(falsified literal) bool {
	list := p.watches[falsified]
	values := p.values
	kept := 0
	for n := 0; n < len(list); n++ {
		w := list[n]
		if values[w.other] > 0 {
			list[kept] = w
			kept++
			continue
		}
		clause := p.long[w.start+1:][:p.long[w.start]]
		other := clause[0] ^ clause[1] ^ falsified
		clause[0], clause[1] = other, falsified
		w.other = other
		if values[other] <= 0 && p.rewatch(clause, w) {
			continue
		}
		list[kept] = w
		kept++
		switch values[other] {
		case 0:
			p.set(other)
		case -1:
			kept += copy(list[kept:], list[n+1:])
			p.watches[falsified] = list[:kept]
			return false
		}
	}
	p.watches[falsified] = list[:kept]
	return true
}

// rewatch finds another literal of the clause that is not false, and watches it in second place.
func (p *propagator) rewatch(clause []literal, w watch) bool {
	for i := 2; i < len(clause); i++ {
		if l := clause[i]; p.values[l] >= 0 {
			clause[1], clause[i] = l, clause[1]
			p.watches[l] = append(p.watches[l], w)
			return true
		}
	}
	return false
}

// assigned reports whether all variables have values. Then the assignment is a model of the formula.
func (p *propagator) assigned() bool { return len(p.trail) == cap(p.trail) }
