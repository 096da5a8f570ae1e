package sat

import (
	"context"
	"fmt"
	"math/big"

	"qmsat/encode"
	"qmsat/encode/formula"
	"qmsat/encode/program"
	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/implied"
)

func init() {
	register(backend{
		name:      "gophersat-pb",
		summary:   "gophersat on cardinality and pseudo-Boolean constraints, loaded anew for each puzzle",
		abilities: engine.Abilities{PseudoBoolean: true},
		settings:  []*engine.Setting{implied.Setting},
		compile: func(ctx context.Context, m *model.Model, cube model.Cube, encoding encode.Options, sink encode.Sink) (*encode.Map, error) {
			return program.Compile(ctx, m, cube, encoding, sink.(formula.PBSink))
		},
		load: func(_ context.Context, l *limits, compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			g := &gophersatSolver{formula: linearFormula{size: l.PieceLiterals, pseudo: true}}
			return loadGophersat(g, compile)
		},
	})
}

// Constraint implements formula.PBSink. An equation becomes two constraints.
func (f *linearFormula) Constraint(terms []formula.Term, relation formula.Relation, bound int) error {
	err := f.atLeast(terms, bound)
	if err != nil || relation != formula.Equal {
		return err
	}
	for i := range terms {
		terms[i].Weight *= -1
	}
	return f.atLeast(terms, -bound)
}

// maxDegree is the largest degree of a constraint, because gophersat keeps the degree minus one in 30 bits.
const maxDegree = 1 << 30

// atLeast adds the constraint that a weighted sum is at least bound, with the smallest weights: it negates literals so that no
// weight is negative, drops literals that must be true, caps weights at the degree, and divides by a common divisor.
func (f *linearFormula) atLeast(terms []formula.Term, bound int) error {
	degree, slack := big.NewInt(int64(bound)), big.NewInt(-int64(bound))
	for _, t := range terms {
		if t.Weight < 0 {
			degree.Sub(degree, big.NewInt(int64(t.Weight)))
		} else {
			slack.Add(slack, big.NewInt(int64(t.Weight)))
		}
	}
	if slack.Sign() < 0 {
		f.Clause(nil)
		return nil
	}
	var literals []encode.Literal
	var weights []int
	for _, t := range terms {
		l, w := t.Literal, t.Weight
		if w < 0 {
			l, w = -l, -w
		}
		if weight := big.NewInt(int64(w)); weight.Cmp(slack) > 0 {
			f.Clause([]encode.Literal{l})
			degree.Sub(degree, weight)
			continue
		}
		literals, weights = append(literals, l), append(weights, w)
	}
	if degree.Sign() <= 0 {
		return nil
	}
	divisor := 0
	for i, w := range weights {
		if degree.IsInt64() {
			weights[i] = int(min(int64(w), degree.Int64()))
		}
		divisor = gcd(divisor, weights[i])
	}
	for i := range weights {
		weights[i] /= divisor
	}
	least := degree.Add(degree, big.NewInt(int64(divisor-1)))
	least.Quo(least, big.NewInt(int64(divisor)))
	if least.Cmp(big.NewInt(maxDegree)) > 0 {
		return fmt.Errorf("its weights sum to %v, expected at most %d; try engine gini or native", least, maxDegree)
	}
	f.add(literals, weights, int(least.Int64()))
	return nil
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// linearFormula is a formula of pseudo-Boolean constraints. Each says that a weighted sum of literals is at least its degree; in
// a clause the weights and the degree are 1. It is kept in pieces, each quick to go through.
type linearFormula struct {
	pieces []*linearPiece
	size   int  // literals after which a new piece begins
	pseudo bool // not only clauses
}

// linearPiece is a part of a formula. A constraint's literals are of different variables.
type linearPiece struct {
	literals []encode.Literal // of all constraints in sequence
	ends     []int32          // by constraint: the end of its literals
	weights  []int            // of the literals, positive; empty for clauses
	degrees  []int            // by constraint, positive; empty for clauses
}

func (f *linearFormula) Clause(clause []encode.Literal) { f.add(clause, nil, 1) }

// add adds a constraint. For a clause weights is nil.
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

// reduce propagates the literals of a cube in a formula and sets g to the rest: without satisfied constraints and without false
// literals. It reports false if a constraint cannot be met. If ctx ends, it returns the cause.
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

// take sets q to what the values leave of p. q may be p. It also makes literals true if a constraint needs them. It reports
// whether it set any, and whether all constraints can be met.
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
		slack := -degree // by how much the open literals can exceed the degree
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
