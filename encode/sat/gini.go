package sat

import (
	"context"

	"github.com/go-air/gini"
	"github.com/go-air/gini/inter"
	"github.com/go-air/gini/z"

	"qmsat/encode"
	"qmsat/model/engine"
)

func init() {
	register(backend{
		name:      "gini",
		summary:   "the SAT solver gini, formula loaded once",
		abilities: engine.Abilities{Assumptions: true, Interrupt: true, Concurrent: true},
		scopes:    true,
		load: func(compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			g := newGini()
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

// giniSolver keeps one formula in one gini solver for all rounds: the cube is assumed, and the round's clauses hang on an
// activation literal. gini's Copy would give each round a solver of its own, but a copied solver searches some thirty
// times as long.
type giniSolver struct {
	gini *gini.Gini
	// control stops a search from another goroutine: see [giniSolver.stoppable].
	control inter.Solve
	// lift is a literal that is assumed to be false in each search and stands in every activated clause. Activating a
	// clause whose literals are all false without any assumption would panic; with lift there is always one more.
	lift        z.Lit
	assumptions []z.Lit // activation literal, lift, cube
	// contradiction is set once the formula itself is found to have no model. gini does not keep a conflict that follows
	// from the formula's unit clauses alone beyond the next change of its clauses: asked again, it would take an assignment
	// that breaks a clause for a model, notice, and end the process. So it is not asked again for anything.
	contradiction bool
	scopes        int // gini's test scopes that are open
	absent        int // scopes above them, entered after a contradiction, that gini does not have
	solves, tests int64
}

func newGini() *giniSolver {
	g := &giniSolver{gini: gini.New()}
	g.control = g.gini.GoSolve()
	g.control.Wait()
	return g
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
	g.solves, g.tests = 0, 0
	if g.contradiction {
		return
	}
	g.assumptions = append(g.assumptions[:0], g.gini.ActivationLit(), g.lift.Not())
	for _, l := range cube {
		g.assumptions = append(g.assumptions, giniLiteral(l))
	}
}

func (g *giniSolver) Solve(ctx context.Context) (status, error) {
	if ctx.Err() != nil {
		return unknown, nil
	}
	g.solves++
	if g.contradiction {
		return unsatisfiable, nil
	}
	if g.scopes == 0 {
		g.gini.Assume(g.assumptions...)
	}
	stopped := g.stoppable(ctx)
	answer := g.gini.Solve()
	if answer == -1 && g.unconditional() {
		g.contradict()
	}
	switch {
	case stopped():
		return unknown, nil
	case answer == 1:
		return satisfiable, nil
	default:
		return unsatisfiable, nil
	}
}

// stoppable lets the end of ctx stop the search that follows, until the function that it returns is called; that reports
// whether ctx ended, and then what the search assigned is lost. gini's handle on a search that was started with GoSolve
// stops any other search of the solver as well, within some 20,000 propagations; but then it goes on to wait for the answer
// of a search started with GoSolve, and so is given one that takes no time. Time limits, gini's other way to stop, would
// have the same search go another way each time.
func (g *giniSolver) stoppable(ctx context.Context) (stopped func() bool) {
	released := make(chan struct{})
	forget := context.AfterFunc(ctx, func() {
		g.control.Stop()
		close(released)
	})
	return func() bool {
		if forget() {
			return false
		}
		g.gini.Assume(g.lift, g.lift.Not())
		g.gini.GoSolve()
		<-released
		g.notice()
		return true
	}
}

// unconditional reports whether the conflict just met depends on no assumption.
func (g *giniSolver) unconditional() bool { return len(g.gini.Why(nil)) == 0 }

// contradict notes that the formula has no model. The scopes stay open in gini.
func (g *giniSolver) contradict() {
	g.contradiction = true
	g.absent += g.scopes
	g.scopes = 0
}

// notice notes a contradiction that gini met when it took an earlier conflict up. It forgets such a one at once, but has by
// then, finding no literal to blame, assigned the null literal.
func (g *giniSolver) notice() {
	if g.scopes == 0 && !g.contradiction && g.gini.Value(z.LitNull) {
		g.contradict()
	}
}

func (g *giniSolver) True(l encode.Literal) bool { return g.gini.Value(giniLiteral(l)) }

func (g *giniSolver) Block(clause []encode.Literal) {
	for _, l := range clause {
		g.gini.Add(giniLiteral(l))
	}
	g.gini.Add(g.lift)
	g.gini.ActivateWith(g.assumptions[0])
}

func (g *giniSolver) End() {
	if !g.contradiction {
		g.gini.Deactivate(g.assumptions[0])
	}
}

func (g *giniSolver) Effort() []engine.Measure {
	effort := []engine.Measure{{Name: "solves", Value: g.solves}}
	if g.tests > 0 {
		effort = append(effort, engine.Measure{Name: "tests", Value: g.tests})
	}
	return effort
}

// Enter implements scoped.
func (g *giniSolver) Enter(literals ...encode.Literal) bool {
	g.tests++
	if g.contradiction {
		g.absent++
		return false
	}
	if g.scopes == 0 {
		g.gini.Assume(g.assumptions...)
	}
	for _, l := range literals {
		g.gini.Assume(giniLiteral(l))
	}
	g.scopes++
	answer, _ := g.gini.Test(nil)
	if answer == -1 && g.scopes == 1 && g.unconditional() {
		g.contradict()
	}
	return answer != -1
}

// Leave implements scoped.
func (g *giniSolver) Leave() bool {
	if g.absent > 0 {
		g.absent--
		return false
	}
	g.scopes--
	consistent := g.gini.Untest() != -1
	if g.scopes == 0 && !consistent {
		g.contradict()
	}
	g.notice()
	return consistent && !g.contradiction
}

// Implied implements scoped.
func (g *giniSolver) Implied(l encode.Literal) bool { return g.gini.Value(giniLiteral(l)) }

// Resume implements scoped. Of gini's methods it is Test that goes back to the end of the scope.
func (g *giniSolver) Resume() bool {
	if g.contradiction {
		return false
	}
	g.gini.Test(nil)
	return g.gini.Untest() != -1
}
