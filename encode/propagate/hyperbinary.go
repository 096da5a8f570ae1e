package propagate

import (
	"context"

	"qmsat/encode"
)

// HyperBinaryResolution applies the failed-literal rule and hyper-binary resolution until they find nothing more: what a
// literal propagates to follows from it by a binary clause, which is added, so that the negation of the one propagates to
// that of the other (Bacchus and Winter, Effective preprocessing with hyper-resolution and equality reduction, SAT 2003).
// Clauses that propagation does without are left out. It tries the open literals of the variables from 1 to the given one,
// each round once, and reports whether there is no conflict. It must not be called while decisions stand.
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

// contrapositives adds a binary clause for each consequence of a literal whose negation is not known to propagate to the
// negation of that literal. It reports whether there were any.
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

// consequences returns the literals of the first variables that l propagates to, and whether that meets no conflict.
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
