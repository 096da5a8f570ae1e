package sat

import (
	"context"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"qmsat/encode"
	"qmsat/model/engine"
)

func init() {
	register(backend{
		name:      "gini",
		summary:   "the SAT solver gini, formula loaded once, blocking clauses",
		abilities: engine.Abilities{Assumptions: true, Interrupt: true, Concurrent: true},
		load: func(compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			g := &giniSolver{gini: gini.New()}
			vm, err := compile(g)
			if err != nil {
				return nil, nil, err
			}
			// Variables that stand in no clause are unknown to gini so far, and it would hand them out again.
			for int(g.gini.MaxVar()) < vm.Variables() {
				g.gini.Lit()
			}
			g.lift = g.gini.Lit()
			return g, vm, nil
		},
	})
}

// giniSlice is how long gini searches between two looks at the context. gini's own way to stop a search from outside
// blocks until the search is over, so it is given time in slices instead; what was learnt is kept from one to the next.
const giniSlice = 40 * time.Millisecond

// giniSolver keeps one formula in one gini solver for all rounds: the cube is assumed, and the round's clauses hang on an
// activation literal. gini's Copy would give each round a solver of its own, but a copied solver searches some thirty
// times as long.
type giniSolver struct {
	gini *gini.Gini
	// lift is a literal that is assumed to be false in each search and stands in every activated clause. Activating a
	// clause whose literals are all false without any assumption would panic; with lift there is always one more.
	lift        z.Lit
	assumptions []z.Lit // activation literal, lift, cube
	// contradiction is set once the formula itself is found to have no model. gini does not keep a conflict that follows
	// from the formula's unit clauses alone beyond the next change of its clauses: asked again, it would take an assignment
	// that breaks a clause for a model, notice, and end the process.
	contradiction bool
	solves        int64
}

func giniLiteral(l encode.Literal) z.Lit { return z.Dimacs2Lit(int(l)) }

// Clause implements encode.Sink.
func (g *giniSolver) Clause(clause []encode.Literal) {
	for _, l := range clause {
		g.gini.Add(giniLiteral(l))
	}
	g.gini.Add(z.LitNull)
}

func (g *giniSolver) Begin(cube []encode.Literal) {
	g.assumptions = append(g.assumptions[:0], g.gini.ActivationLit(), g.lift.Not())
	for _, l := range cube {
		g.assumptions = append(g.assumptions, giniLiteral(l))
	}
	g.solves = 0
}

func (g *giniSolver) Solve(ctx context.Context) (status, error) {
	if ctx.Err() != nil {
		return unknown, nil
	}
	g.solves++
	if g.contradiction {
		return unsatisfiable, nil
	}
	for ctx.Err() == nil {
		slice := giniSlice
		if deadline, ok := ctx.Deadline(); ok {
			slice = min(slice, time.Until(deadline))
		}
		g.gini.Assume(g.assumptions...)
		switch g.gini.Try(slice) {
		case 1:
			return satisfiable, nil
		case -1:
			g.contradiction = len(g.gini.Why(nil)) == 0
			return unsatisfiable, nil
		}
	}
	return unknown, nil
}

func (g *giniSolver) True(l encode.Literal) bool { return g.gini.Value(giniLiteral(l)) }

func (g *giniSolver) Block(clause []encode.Literal) {
	for _, l := range clause {
		g.gini.Add(giniLiteral(l))
	}
	g.gini.Add(g.lift)
	g.gini.ActivateWith(g.assumptions[0])
}

func (g *giniSolver) End() { g.gini.Deactivate(g.assumptions[0]) }

func (g *giniSolver) Effort() []engine.Measure {
	return []engine.Measure{{Name: "solves", Value: g.solves}}
}
