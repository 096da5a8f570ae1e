package propagate

import (
	"context"

	"qmsat/encode"
)

// BinaryFailedLiterals applies the failed-literal rule and the binary failed-literal rule until they find nothing more:
// two literals that together propagate to a conflict are not both true, and the clause that says so is added (Lynce and
// Ouaknine, Sudoku as a SAT problem, 2006, section 5). It tries the open literals of the variables from 1 to the given
// one, by two, and reports whether there is no conflict. It must not be called while decisions stand. Pairs that were true
// together without conflict are not tried; of n literals this leaves far less than all n² pairs.
func (p *Propagator) BinaryFailedLiterals(ctx context.Context, variables int) bool {
	for again := true; again && p.HyperBinaryResolution(ctx, variables) && ctx.Err() == nil; {
		again = false
		t := newTogetherness(variables)
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

// refuted returns the literals that are open beside l and cannot be true with it, by unit propagation; consistent
// says whether l itself can.
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

// togetherness says which literals of the first variables were true together without conflict.
type togetherness struct {
	variables int
	with      []literalSet // by index of a literal
	set       literalSet   // of the literals added last
}

func newTogetherness(variables int) *togetherness {
	t := &togetherness{variables, make([]literalSet, 2*variables+2), newLiteralSet(variables)}
	for i := range t.with {
		t.with[i] = newLiteralSet(variables)
	}
	return t
}

// add notes literals that are true together.
func (t *togetherness) add(literals []encode.Literal) {
	clear(t.set)
	t.set.addAll(literals)
	for _, l := range literals {
		if i := index(l); i < len(t.with) {
			t.with[i].join(t.set)
		}
	}
}
