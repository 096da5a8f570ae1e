package propagate

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"qmsat/encode"
)

// Propagator holds clauses and a partial assignment that is closed under unit propagation. It watches two literals of each clause
// (Moskewicz and others, Chaff: engineering an efficient SAT solver, 2001). Literals may be of any variable; the Propagator grows
// with them. The zero Propagator is empty and ready to use.
type Propagator struct {
	arena    []encode.Literal // the clauses, one after another; the first two literals of each are watched
	watches  [][]watch        // by index of a literal: the clauses to look at when it becomes false
	values   []int8           // by index of a literal: 1 true, -1 false, 0 open
	reasons  []int32          // by variable: the number of the clause that implies its value; 0 for a decision
	trail    []encode.Literal // true literals, in the order they became true
	queue    int              // how much of the trail has been propagated
	levels   []int            // by decision: the length of the trail before it
	failed   int              // the number of decisions at the conflict plus one, or 0
	conflict int32            // see Conflict
	full     bool             // a clause did not fit
	most     int              // limit on the literals of all clauses; 0: maxArena

	// Propagations counts the literals that were propagated, over the propagator's life.
	Propagations int64
}

// watch is a clause in the watch list of one of its literals.
type watch struct {
	start, end int32          // in the arena
	other      encode.Literal // another literal of the clause: if it is true, the clause need not be read
}

// index numbers literals: 2v for variable v, 2v+1 for its negation.
func index(l encode.Literal) int {
	if l < 0 {
		return int(-l)<<1 | 1
	}
	return int(l) << 1
}

// Clause implements [encode.Sink]: it is Add.
func (p *Propagator) Clause(clause []encode.Literal) { p.Add(clause) }

// Add adds a clause and propagates. It must not be called while a decision is in force. It returns the clause's number, or 0 if
// the clause is always true.
func (p *Propagator) Add(clause []encode.Literal) (number int) {
	literals := slices.Clone(clause)
	slices.Sort(literals)
	literals = slices.Compact(literals)
	for _, l := range literals {
		p.grow(l)
		if _, both := slices.BinarySearch(literals, -l); both || p.values[index(l)] > 0 {
			return 0
		}
	}
	literals = slices.DeleteFunc(literals, func(l encode.Literal) bool { return p.values[index(l)] < 0 })
	if p.full = p.full || len(p.arena)+len(literals) > cmp.Or(p.most, maxArena); p.full {
		return 0
	}
	start := int32(len(p.arena))
	p.arena = append(p.arena, literals...)
	end := int32(len(p.arena))
	switch len(literals) {
	case 0:
		p.arena = append(p.arena, 0) // so that no clause has number 0
		p.fail(start + 1)
	case 1:
		p.set(literals[0], start+1)
		p.propagate()
	default:
		for i, l := range literals[:2] {
			p.watches[index(l)] = append(p.watches[index(l)], watch{start, end, literals[1-i]})
		}
	}
	return int(start) + 1
}

// Remove removes the clause with this number; 0 is ignored. Earlier results of propagation stay.
func (p *Propagator) Remove(number int) {
	if number > 0 {
		p.arena[number-1] = 0
	}
}

// With returns copies of the clauses of two or more literals that have a literal. Clauses that were true without any decision
// when added are missing, and literals that were false then are left out.
func (p *Propagator) With(l encode.Literal) [][]encode.Literal {
	var list [][]encode.Literal
	for first, watches := range p.watches {
		for _, w := range watches {
			clause := p.arena[w.start:w.end]
			if clause[0] == 0 || index(clause[0]) != first { // removed, or listed under its first literal
				continue
			}
			if slices.Contains(clause, l) {
				list = append(list, slices.Clone(clause))
			}
		}
	}
	return list
}

// maxArena limits the literals of all clauses, since watches have 32-bit positions.
const maxArena = math.MaxInt32

// Err implements [encode.LimitedSink].
func (p *Propagator) Err() error {
	if p.full {
		return fmt.Errorf("the formula has more than %d literals, the limit of a propagator", cmp.Or(p.most, maxArena))
	}
	return nil
}

// grow makes room for the variable of a literal.
func (p *Propagator) grow(l encode.Literal) {
	for len(p.values) <= index(max(l, -l))+1 {
		p.values = append(p.values, 0)
		p.watches = append(p.watches, nil)
	}
	for len(p.reasons) <= len(p.values)>>1 {
		p.reasons = append(p.reasons, 0)
	}
}

// Consistent reports whether propagation met no conflict under the current decisions.
func (p *Propagator) Consistent() bool { return p.failed == 0 }

// Value returns 1 if the literal is true, -1 if it is false and 0 if it is open.
func (p *Propagator) Value(l encode.Literal) int {
	if i := index(l); i < len(p.values) {
		return int(p.values[i])
	}
	return 0
}

// Decide makes a literal true, propagates, and reports whether that met no conflict. Each call counts as one decision for Undo,
// whatever it reports. After a conflict, a decision changes nothing.
func (p *Propagator) Decide(l encode.Literal) bool {
	p.levels = append(p.levels, len(p.trail))
	return p.imply(l)
}

// Undo takes back the latest decision and its consequences.
func (p *Propagator) Undo() {
	last := len(p.levels) - 1
	for _, l := range p.trail[p.levels[last]:] {
		p.values[index(l)], p.values[index(-l)] = 0, 0
	}
	p.trail = p.trail[:p.levels[last]]
	p.queue = min(p.queue, len(p.trail))
	p.levels = p.levels[:last]
	if p.failed > last+1 {
		p.failed = 0
	}
}

// imply makes a literal true at the latest decision, propagates, and reports whether there is no conflict.
func (p *Propagator) imply(l encode.Literal) bool {
	if !p.Consistent() {
		return false
	}
	p.grow(l)
	switch p.values[index(l)] {
	case 0:
		p.set(l, 0)
		p.propagate()
	case -1:
		p.fail(p.reasons[max(l, -l)])
	}
	return p.Consistent()
}

func (p *Propagator) set(l encode.Literal, reason int32) {
	p.values[index(l)], p.values[index(-l)] = 1, -1
	p.reasons[max(l, -l)] = reason
	p.trail = append(p.trail, l)
}

func (p *Propagator) fail(conflict int32) { p.failed, p.conflict = len(p.levels)+1, conflict }

// Trail returns the true literals in the order they became true. It is valid until the next call of another method.
func (p *Propagator) Trail() []encode.Literal { return p.trail }

// Reason returns the number of the clause that a true literal follows from, or 0 if it was decided.
func (p *Propagator) Reason(l encode.Literal) (number int) { return int(p.reasons[max(l, -l)]) }

// Conflict returns the number of the clause that propagation found false, or that implies the negation of the last decision.
// Without a conflict it returns 0.
func (p *Propagator) Conflict() (number int) {
	if p.Consistent() {
		return 0
	}
	return int(p.conflict)
}

// propagate follows the trail to its end or to a conflict.
func (p *Propagator) propagate() {
	for p.queue < len(p.trail) && p.Consistent() {
		l := p.trail[p.queue]
		p.queue++
		p.Propagations++
		p.visit(-l)
	}
}

// visit looks at the clauses that watch a literal that became false.
func (p *Propagator) visit(falsified encode.Literal) {
	list := p.watches[index(falsified)]
	kept := list[:0]
	for n, w := range list {
		if p.values[index(w.other)] > 0 {
			kept = append(kept, w)
			continue
		}
		clause := p.arena[w.start:w.end]
		if clause[0] == 0 {
			continue // removed
		}
		if clause[0] == falsified {
			clause[0], clause[1] = clause[1], clause[0]
		}
		w.other = clause[0]
		if p.values[index(w.other)] <= 0 && p.rewatch(clause, w) {
			continue
		}
		kept = append(kept, w)
		switch p.values[index(w.other)] {
		case 0:
			p.set(w.other, w.start+1)
		case -1:
			kept = append(kept, list[n+1:]...)
			p.watches[index(falsified)] = kept
			p.fail(w.start + 1)
			return
		}
	}
	p.watches[index(falsified)] = kept
}

// rewatch finds another literal of the clause that is not false, and watches it in second place.
func (p *Propagator) rewatch(clause []encode.Literal, w watch) bool {
	for i := 2; i < len(clause); i++ {
		if l := clause[i]; p.values[index(l)] >= 0 {
			clause[1], clause[i] = l, clause[1]
			p.watches[index(l)] = append(p.watches[index(l)], w)
			return true
		}
	}
	return false
}
