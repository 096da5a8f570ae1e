package propagate

import (
	"slices"

	"qmsat/encode"
)

// HyperBinaryResolution applies the failed-literal rule and hyper-binary resolution until they find nothing more: what a
// literal propagates to follows from it by a binary clause, which is added, so that the negation of the one propagates to
// that of the other (Bacchus and Winter, Effective preprocessing with hyper-resolution and equality reduction, SAT 2003).
// It reports whether there is no conflict. It must not be called while decisions stand. Each round takes as many
// propagations as there are open literals; the clauses added are at most the square of these.
func (p *Propagator) HyperBinaryResolution() bool {
	known := map[[2]encode.Literal]bool{}
	for again := true; again && p.Consistent(); {
		again = false
		for l := range p.openLiterals() {
			implied, consistent := p.consequences(l)
			if !consistent {
				p.imply(-l)
				again = true
				continue
			}
			for _, x := range implied {
				if clause := [2]encode.Literal{min(-l, x), max(-l, x)}; !known[clause] {
					known[clause] = true
					p.Clause(clause[:])
					again = true
				}
			}
		}
	}
	return p.Consistent()
}

// BinaryFailedLiterals applies the failed-literal rule and the binary failed-literal rule until they find nothing more:
// two literals that together propagate to a conflict are not both true, and the clause that says so is added (Lynce and
// Ouaknine, Sudoku as a SAT problem, 2006, section 5). It reports whether there is no conflict. It must not be called
// while decisions stand. Each round takes as many propagations as there are pairs of open literals.
func (p *Propagator) BinaryFailedLiterals() bool {
	for again := true; again && p.Consistent(); {
		again = false
		for l := range p.openLiterals() {
			refuted, consistent := p.refuted(l)
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
func (p *Propagator) refuted(l encode.Literal) (refuted []encode.Literal, consistent bool) {
	defer p.Undo()
	if !p.Decide(l) {
		return nil, false
	}
	for x := range p.openLiterals() {
		if !p.Decide(x) {
			refuted = append(refuted, x)
		}
		p.Undo()
	}
	return refuted, true
}

// consequences returns the literals that l propagates to, and whether that meets no conflict.
func (p *Propagator) consequences(l encode.Literal) (implied []encode.Literal, consistent bool) {
	defer p.Undo()
	if !p.Decide(l) {
		return nil, false
	}
	return slices.Clone(p.trail[p.levels[len(p.levels)-1]+1:]), true
}

// openLiterals yields the literals that are open when their turn comes, variable by variable, as long as there is no
// conflict.
func (p *Propagator) openLiterals() func(yield func(encode.Literal) bool) {
	return func(yield func(encode.Literal) bool) {
		for v := encode.Literal(1); int(v) < len(p.values)/2 && p.Consistent(); v++ {
			for _, l := range []encode.Literal{v, -v} {
				if p.Consistent() && p.Value(l) == 0 && !yield(l) {
					return
				}
			}
		}
	}
}
