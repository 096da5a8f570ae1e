package sat

import (
	"context"
	"fmt"
	"slices"

	gophersat "github.com/crillab/gophersat/solver"

	"qmsat/encode"
	"qmsat/model/engine"
)

func init() {
	register(backend{
		name:      "gophersat",
		summary:   "the SAT solver gophersat, formula loaded anew for each puzzle",
		abilities: engine.Abilities{},
		load: func(compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			g := &gophersatSolver{}
			vm, err := compile(g)
			if err != nil {
				return nil, nil, err
			}
			g.variables = vm.Variables()
			return g, vm, nil
		},
	})
}

// gophersatTurn is held by whoever lets gophersat work: its learning keeps a buffer in a package-level variable, so two
// solvers must never run at the same time. A search that could not be stopped keeps the turn until it is over.
var gophersatTurn = make(chan struct{}, 1)

// gophersatSolver keeps the clauses and loads them anew for each round, the cube as unit clauses: gophersat's assumptions
// lose the unit clauses of the problem.
type gophersatSolver struct {
	clauses   [][]int
	variables int

	round     *gophersatRound
	values    []bool // the assignment found last
	abandoned bool
	solves    int64
}

// gophersatRound is what a search works on. It is a thing of its own so that a search that was abandoned has nothing in
// common with the rounds after it but the clauses, which do not change.
type gophersatRound struct {
	clauses   [][]int
	variables int
	cube      []encode.Literal
	block     [][]encode.Literal // clauses to add before the next search
	solver    *gophersat.Solver  // nil before the first search
}

// Clause implements encode.Sink.
func (g *gophersatSolver) Clause(clause []encode.Literal) {
	g.clauses = append(g.clauses, intLiterals(clause))
}

func intLiterals(clause []encode.Literal) []int {
	literals := make([]int, len(clause))
	for i, l := range clause {
		literals[i] = int(l)
	}
	return literals
}

func (g *gophersatSolver) Begin(cube []encode.Literal) {
	g.round = &gophersatRound{clauses: g.clauses, variables: g.variables, cube: cube}
	g.solves = 0
}

// Solve lets gophersat work in a goroutine of its own. gophersat cannot be interrupted: where ctx ends first, the search
// goes on by itself, keeps the turn, and this solver is abandoned.
func (g *gophersatSolver) Solve(ctx context.Context) (status, error) {
	if g.abandoned {
		return unknown, engine.ErrAbandoned
	}
	if ctx.Err() != nil {
		return unknown, nil
	}
	select {
	case gophersatTurn <- struct{}{}:
	case <-ctx.Done():
		return unknown, nil
	}
	g.solves++
	round := g.round
	answer := make(chan gophersatAnswer, 1)
	go func() {
		defer func() { <-gophersatTurn }()
		defer func() {
			if failure := recover(); failure != nil {
				answer <- gophersatAnswer{err: fmt.Errorf("gophersat failed: %v", failure)}
			}
		}()
		answer <- round.work()
	}()
	select {
	case found := <-answer:
		g.values = found.values
		return found.status, found.err
	case <-ctx.Done():
		g.abandoned = true
		return unknown, engine.ErrAbandoned
	}
}

// gophersatAnswer is what one search came to.
type gophersatAnswer struct {
	status status
	values []bool
	err    error
}

// work loads the formula, or adds the blocking clause, and searches.
func (r *gophersatRound) work() gophersatAnswer {
	if r.solver == nil {
		clauses := slices.Clone(r.clauses)
		for _, l := range r.cube {
			clauses = append(clauses, []int{int(l)})
		}
		for _, clause := range r.block {
			clauses = append(clauses, intLiterals(clause))
		}
		r.solver = gophersat.New(gophersat.ParseSliceNb(clauses, r.variables))
		r.block = nil
	}
	for _, clause := range r.block {
		literals := make([]gophersat.Lit, len(clause))
		for i, l := range clause {
			literals[i] = gophersat.IntToLit(int32(l))
		}
		r.solver.AppendClause(gophersat.NewClause(literals))
	}
	r.block = nil
	switch r.solver.Solve() {
	case gophersat.Sat:
		return gophersatAnswer{status: satisfiable, values: r.solver.Model()}
	case gophersat.Unsat:
		return gophersatAnswer{status: unsatisfiable}
	default:
		return gophersatAnswer{err: fmt.Errorf("gophersat gave no answer")}
	}
}

func (g *gophersatSolver) True(l encode.Literal) bool {
	if l < 0 {
		return !g.values[-l-1]
	}
	return g.values[l-1]
}

func (g *gophersatSolver) Block(clause []encode.Literal) {
	g.round.block = append(g.round.block, slices.Clone(clause))
}

func (g *gophersatSolver) End() { g.round = nil }

func (g *gophersatSolver) Effort() []engine.Measure {
	effort := []engine.Measure{{Name: "solves", Value: g.solves}}
	if !g.abandoned && g.round.solver != nil {
		stats := &g.round.solver.Stats
		effort = append(effort,
			engine.Measure{Name: "conflicts", Value: int64(stats.NbConflicts)},
			engine.Measure{Name: "decisions", Value: int64(stats.NbDecisions)})
	}
	return effort
}
