package sat

import (
	"context"

	"qmsat/encode"
	"qmsat/internal/memory"
	"qmsat/model/engine"
)

// linearFormula is a formula of pseudo-Boolean constraints, each of which says that a weighted sum of literals is at least
// its degree; a clause is one whose weights and degree are 1. It lies in pieces, none of which takes long to go through.
type linearFormula struct {
	pieces []*linearPiece
	size   int  // literals at which a new piece is begun
	pseudo bool // not only clauses
}

// linearPiece is a part of a formula. Literals are of different variables.
type linearPiece struct {
	literals []encode.Literal // of all constraints, one after another
	ends     []int32          // by constraint: where its literals end
	weights  []int            // of the literals, positive; of clauses none
	degrees  []int            // by constraint, positive; of clauses none
}

var pieceLiterals = engine.NewThreshold("piece-literals", "of a formula at which a new piece of it is begun", 1<<16, 1, 40)

func newLinearFormula(options engine.Options) linearFormula {
	return linearFormula{size: pieceLiterals.Int(options)}
}

func (f *linearFormula) Clause(clause []encode.Literal) { f.add(clause, nil, 1) }

// add adds a constraint. Of clauses the weights are nil.
func (f *linearFormula) add(literals []encode.Literal, weights []int, degree int) {
	if n := len(f.pieces); n == 0 || len(f.pieces[n-1].literals) >= f.size {
		f.pieces = append(f.pieces, new(linearPiece))
	}
	p := f.pieces[len(f.pieces)-1]
	p.literals = append(p.literals, literals...)
	p.ends = append(p.ends, int32(len(p.literals)))
	if !f.pseudo {
		return
	}
	p.degrees = append(p.degrees, degree)
	if weights == nil {
		for range literals {
			weights = append(weights, 1)
		}
	}
	p.weights = append(p.weights, weights...)
}

// partialAssignment says by variable whether it is true (1), false (-1) or open (0).
type partialAssignment []int8

func (a partialAssignment) value(l encode.Literal) int8 {
	if l < 0 {
		return -a[-l]
	}
	return a[l]
}

func (a partialAssignment) set(l encode.Literal) {
	if l < 0 {
		a[-l] = -1
	} else {
		a[l] = 1
	}
}

// reduce propagates the literals of a cube in a formula of so many variables and makes g what that leaves: constraints that
// hold are gone, and so are false literals. It reports false where a constraint cannot be met, or the cause where ctx ended.
func (g *linearFormula) reduce(ctx context.Context, f *linearFormula, variables int, cube []encode.Literal) (
	values partialAssignment, consistent bool, err error) {
	values = make(partialAssignment, variables+1)
	for _, l := range cube {
		if values.value(l) < 0 {
			return values, false, nil
		}
		values.set(l)
	}
	for len(g.pieces) < len(f.pieces) {
		g.pieces = append(g.pieces, new(linearPiece))
	}
	g.pseudo, g.pieces = f.pseudo, g.pieces[:len(f.pieces)]
	memory.Growing(ctx, "the formula under the cube")
	from := f.pieces
	for changed := true; changed; from = g.pieces {
		changed = false
		for i, p := range from {
			if ctx.Err() != nil {
				return nil, false, context.Cause(ctx)
			}
			fixed, consistent := g.pieces[i].take(p, values)
			if !consistent {
				return values, false, nil
			}
			changed = changed || fixed
		}
	}
	return values, true, nil
}

// take makes q what the values leave of p, which may be the same piece, and sets literals without which a constraint cannot
// be met. It reports whether there were any, and whether all constraints can be met.
func (q *linearPiece) take(p *linearPiece, values partialAssignment) (fixed, consistent bool) {
	from := *p
	q.literals, q.ends, q.weights, q.degrees = q.literals[:0], q.ends[:0], q.weights[:0], q.degrees[:0]
	pseudo := from.degrees != nil
	start := int32(0)
	for c, end := range from.ends {
		degree, weight, kept := 1, 1, len(q.literals)
		if pseudo {
			degree = from.degrees[c]
		}
		slack := -degree // what the open literals can add beyond the degree
		for i := start; i < end && degree > 0; i++ {
			l := from.literals[i]
			if pseudo {
				weight = from.weights[i]
			}
			switch values.value(l) {
			case 1:
				degree, slack = degree-weight, slack+weight
			case 0:
				slack += weight
				q.literals = append(q.literals, l)
				if pseudo {
					q.weights = append(q.weights, weight)
				}
			}
		}
		start = end
		if degree <= 0 {
			q.literals = q.literals[:kept]
			q.weights = q.weights[:min(kept, len(q.weights))]
			continue
		}
		if slack < 0 {
			return fixed, false
		}
		q.ends = append(q.ends, int32(len(q.literals)))
		if pseudo {
			q.degrees = append(q.degrees, degree)
		}
		for i := kept; i < len(q.literals) && (pseudo || slack == 0); i++ {
			if !pseudo || q.weights[i] > slack {
				values.set(q.literals[i])
				fixed = true
			}
		}
	}
	return fixed, true
}
