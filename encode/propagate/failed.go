package propagate

import (
	"context"
	"iter"

	"qmsat/encode"
)

// The techniques try the literals of the first variables of a formula, those of a model's values say. Auxiliary variables
// behind them take part in propagation alone, so that encodings with and without them are given the same to try.
//
// What the rules add to a formula never takes away from what propagation finds, so each has one outcome, in whatever order
// it is applied: literals that were true beside one that was tried without conflict need not be tried, and a technique may
// begin where a weaker one has ended. A technique whose context ends has found less.

// FailedLiterals applies the failed-literal rule until it finds nothing more: a literal that propagates to a conflict is
// false. It tries the open literals of the variables from 1 to the given one, and reports whether there is no conflict.
// What it finds belongs to the latest decision.
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

// openLiterals yields the literals of the first variables that are open when their turn comes, until there is a conflict or
// the context ends: the positive ones first, which stand for values and propagate to more.
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

// addAll adds the literals that are of the first variables.
func (s literalSet) addAll(literals []encode.Literal) {
	for _, l := range literals {
		if i := index(l); i>>6 < len(s) {
			s[i>>6] |= 1 << (i & 63)
		}
	}
}

// join adds another set.
func (s literalSet) join(other literalSet) {
	for i, word := range other {
		s[i] |= word
	}
}
