package propagate

import (
	"context"
	"iter"

	"qmsat/encode"
	"qmsat/internal/lists"
)

// The techniques try the literals of a formula's first variables, which stand for a model's values. Auxiliary variables come
// after them and only take part in propagation, so encodings with and without them try the same literals.
//
// Clauses added by the rules never weaken propagation, so the order in which a technique is applied does not change its outcome.
// A trial without conflict also covers the literals that it made true. A technique may continue from the outcome of a weaker one.
// If the context ends, a technique may have found less.

// FailedLiterals applies the failed-literal rule until it finds nothing more: a literal that propagates to a conflict is false.
// It tries the open literals of the variables from 1 to the given one, and reports whether there is no conflict. Its findings
// belong to the latest decision.
func (p *Propagator) FailedLiterals(ctx context.Context, variables int) bool {
	for again := true; again && p.Consistent() && ctx.Err() == nil; {
		again = false
		passed := newLiteralSet(variables)
		for l := range p.openLiterals(ctx, variables) {
			if passed.has(l) {
				continue
			}
			holds := p.Decide(l)
			if holds {
				passed.addAll(p.trail[p.levels[len(p.levels)-1]:])
			}
			p.Undo()
			if !holds {
				again = true
				p.imply(-l)
			}
		}
	}
	return p.Consistent()
}

// openLiterals yields those literals of the first variables that are still open at their turn, until a conflict or the end of the
// context. Positive ones come first: they stand for values and propagate to more.
func (p *Propagator) openLiterals(ctx context.Context, variables int) iter.Seq[encode.Literal] {
	return func(yield func(encode.Literal) bool) {
		for _, sign := range []encode.Literal{1, -1} {
			for v := encode.Literal(1); int(v) <= variables; v++ {
				if !p.Consistent() || ctx.Err() != nil {
					return
				}
				if p.Value(v) == 0 && !yield(sign*v) {
					return
				}
			}
		}
	}
}

// literalSet is a set of literals of the first variables.
type literalSet []uint64

func newLiteralSet(variables int) literalSet { return make(literalSet, (2*variables+1)>>6+1) }

func (s literalSet) has(l encode.Literal) bool { return s[index(l)>>6]>>(index(l)&63)&1 == 1 }

// addAll adds the literals whose variables are among the first.
func (s literalSet) addAll(literals []encode.Literal) {
	for _, l := range literals {
		if i := index(l); i>>6 < len(s) {
			s[i>>6] |= 1 << (i & 63)
		}
	}
}

// HyperBinaryResolution applies the failed-literal rule and hyper-binary resolution until they find nothing more. If a literal
// propagates to another, it adds the binary clause that says so. Then the negation of the second propagates to the negation of
// the first (Bacchus and Winter, Effective preprocessing with hyper-resolution and equality reduction, SAT 2003). It leaves out
// clauses that propagation does not need. Each round tries the open literals of the variables from 1 to the given one once. It
// reports whether there is no conflict. It must not be called while a decision is in force.
func (p *Propagator) HyperBinaryResolution(ctx context.Context, variables int) bool {
	for again := true; again && p.Consistent() && ctx.Err() == nil; {
		again = false
		implied := map[encode.Literal][]encode.Literal{}
		for l := range p.openLiterals(ctx, variables) {
			var consistent bool
			if implied[l], consistent = p.consequences(l, variables); !consistent {
				p.imply(-l)
				again = true
			}
		}
		if p.Consistent() && ctx.Err() == nil {
			again = p.contrapositives(implied, variables) || again
		}
	}
	return p.Consistent()
}

// contrapositives looks at each consequence of a literal. Unless the consequence's negation is known to propagate to the
// literal's negation, it adds the binary clause. It reports whether it added any.
func (p *Propagator) contrapositives(implied map[encode.Literal][]encode.Literal, variables int) bool {
	sets := map[encode.Literal]literalSet{}
	for l, consequences := range implied {
		sets[l] = newLiteralSet(variables)
		sets[l].addAll(consequences)
	}
	added := false
	for v := encode.Literal(1); int(v) <= variables; v++ {
		for _, l := range []encode.Literal{v, -v} {
			for _, x := range implied[l] {
				if back := sets[-x]; p.Value(l) == 0 && p.Value(x) == 0 && !back.has(-l) {
					p.Clause([]encode.Literal{-l, x})
					added = true
				}
			}
		}
	}
	return added
}

// consequences returns the literals of the first variables that follow from l by propagation, and whether there is no conflict.
func (p *Propagator) consequences(l encode.Literal, variables int) (implied []encode.Literal, consistent bool) {
	defer p.Undo()
	if !p.Decide(l) {
		return nil, false
	}
	for _, x := range p.trail[p.levels[len(p.levels)-1]+1:] {
		if int(max(x, -x)) <= variables {
			implied = append(implied, x)
		}
	}
	return implied, true
}

// BinaryFailedLiterals applies the failed-literal rule and the binary failed-literal rule until they find nothing more: if two
// literals together propagate to a conflict, it adds the clause that they are not both true (Lynce and Ouaknine, Sudoku as a SAT
// problem, 2006, section 5). It tries pairs of open literals of the variables from 1 to the given one, and reports whether there
// is no conflict. It must not be called while a decision is in force. It skips pairs that were true together without conflict;
// for n literals that leaves far fewer than n² pairs.
func (p *Propagator) BinaryFailedLiterals(ctx context.Context, variables int) bool {
	for again := true; again && p.HyperBinaryResolution(ctx, variables) && ctx.Err() == nil; {
		again = false
		all := func(int) literalSet { return newLiteralSet(variables) }
		t := &togetherness{variables, lists.Make(2*variables+2, all), all(0)}
		for l := range p.openLiterals(ctx, variables) {
			refuted, consistent := p.refuted(ctx, l, t)
			if !consistent {
				p.imply(-l)
				again = true
				continue
			}
			for _, x := range refuted {
				p.Clause([]encode.Literal{-l, -x})
				again = true
			}
		}
	}
	return p.Consistent()
}

// refuted returns the open literals that by unit propagation cannot be true together with l. consistent reports whether l itself
// can be true.
func (p *Propagator) refuted(ctx context.Context, l encode.Literal, t *togetherness) (refuted []encode.Literal, consistent bool) {
	defer p.Undo()
	if !p.Decide(l) {
		return nil, false
	}
	t.add(p.trail[p.levels[0]:])
	for x := range p.openLiterals(ctx, t.variables) {
		if t.with[index(l)].has(x) {
			continue
		}
		if p.Decide(x) {
			t.add(p.trail[p.levels[0]:])
		} else {
			refuted = append(refuted, x)
		}
		p.Undo()
	}
	return refuted, true
}

// togetherness records which literals of the first variables were true together without conflict.
type togetherness struct {
	variables int
	with      []literalSet // by index of a literal
	set       literalSet   // the literals added last
}

// add notes literals that are true together.
func (t *togetherness) add(literals []encode.Literal) {
	clear(t.set)
	t.set.addAll(literals)
	for _, l := range literals {
		if i := index(l); i < len(t.with) {
			for k, word := range t.set {
				t.with[i][k] |= word
			}
		}
	}
}
