package sat

import (
	"context"
	"errors"
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
		abilities: engine.Abilities{Proof: true},
		load: func(compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			return loadGophersat(compile, nil)
		},
	})
}

// loadGophersat returns a solver for a formula of clauses. Where lemma is not nil, it is called with each clause that is
// learnt.
func loadGophersat(compile func(encode.Sink) (*encode.Map, error), lemma func([]encode.Literal)) (
	*gophersatSolver, *encode.Map, error) {
	clauses := &gophersatClauses{}
	vm, err := compile(clauses)
	if err != nil {
		return nil, nil, err
	}
	clauses.variables = vm.Variables()
	return &gophersatSolver{problem: clauses, lemma: lemma}, vm, nil
}

// gophersatProblem is a formula that can be loaded many times, with more clauses.
type gophersatProblem interface {
	load(more [][]encode.Literal) *gophersat.Solver
	// doubted returns the same problem for a search that is to confirm what the solver says where it finds no assignment, or
	// nil where it can be believed.
	doubted() gophersatProblem
}

// gophersatClauses is a formula of clauses.
type gophersatClauses struct {
	clauses   [][]int
	variables int
}

// Clause implements encode.Sink.
func (g *gophersatClauses) Clause(clause []encode.Literal) {
	g.clauses = append(g.clauses, intLiterals(clause))
}

func (g *gophersatClauses) load(more [][]encode.Literal) *gophersat.Solver {
	clauses := slices.Clone(g.clauses)
	for _, clause := range more {
		clauses = append(clauses, intLiterals(clause))
	}
	return gophersat.New(gophersat.ParseSliceNb(clauses, g.variables))
}

func (g *gophersatClauses) doubted() gophersatProblem { return nil }

func intLiterals(clause []encode.Literal) []int {
	literals := make([]int, len(clause))
	for i, l := range clause {
		literals[i] = int(l)
	}
	return literals
}

var errAbandoned = errors.New("session abandoned: its solver cannot be interrupted and may still be running")

// gophersatTurn is held by whoever lets gophersat work: its learning keeps a buffer in a package-level variable, so two
// solvers must never run at the same time. A search that could not be stopped keeps the turn until it is over.
var gophersatTurn = make(chan struct{}, 1)

// gophersatSolver keeps a problem and loads it anew for each round, the cube as unit clauses: gophersat's assumptions lose the
// unit clauses of the problem.
type gophersatSolver struct {
	problem gophersatProblem
	lemma   func([]encode.Literal) // takes what is learnt; may be nil

	round     *gophersatRound
	values    []bool // the assignment found last
	abandoned bool
	solves    int64
}

// gophersatRound is what a search works on. It is a thing of its own so that a search that was abandoned has nothing in
// common with the rounds after it but the problem, which does not change.
type gophersatRound struct {
	problem gophersatProblem
	lemmas  bool               // what is learnt is asked for
	add     [][]encode.Literal // clauses to add before the next search: the cube, and what is blocked
	added   [][]encode.Literal // those added before
	solver  *gophersat.Solver  // nil before the first search
	earlier gophersat.Stats    // of the solver that was doubted
}

func (g *gophersatSolver) Begin(cube []encode.Literal) {
	g.round = &gophersatRound{problem: g.problem, lemmas: g.lemma != nil}
	for _, l := range cube {
		g.Block([]encode.Literal{l})
	}
	g.solves = 0
}

// Solve lets gophersat work in a goroutine of its own. gophersat cannot be interrupted: where ctx ends first, the search
// goes on by itself, keeps the turn, and this solver is abandoned.
func (g *gophersatSolver) Solve(ctx context.Context) (status, error) {
	if g.abandoned {
		return unknown, errAbandoned
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
		for _, clause := range found.lemmas {
			g.lemma(clause)
		}
		return found.status, found.err
	case <-ctx.Done():
		g.abandoned = true
		return unknown, errAbandoned
	}
}

// gophersatAnswer is what one search came to.
type gophersatAnswer struct {
	status status
	values []bool
	lemmas [][]encode.Literal // learnt on the way, where they were asked for
	err    error
}

// work loads the problem, or adds clauses to it, and searches.
func (r *gophersatRound) work() gophersatAnswer {
	answer, found := r.search()
	if confirming := r.problem.doubted(); confirming != nil && found != gophersat.Sat {
		if r.solver != nil {
			r.earlier = r.solver.Stats
		}
		r.problem, r.solver, r.add, r.added = confirming, nil, r.added, nil
		answer, found = r.search()
	}
	switch {
	case answer.err != nil:
	case found == gophersat.Sat:
		answer.status, answer.values = satisfiable, r.solver.Model()
	case found == gophersat.Unsat:
		answer.status = unsatisfiable
	default:
		answer.err = fmt.Errorf("gophersat gave no answer")
	}
	return answer
}

// search brings the solver up to date and lets it search. Where it is doubted, its panics are no answer.
func (r *gophersatRound) search() (answer gophersatAnswer, found gophersat.Status) {
	defer func() {
		if r.problem.doubted() == nil {
			return
		}
		if failure := recover(); failure != nil {
			answer, found = gophersatAnswer{}, gophersat.Indet
		}
	}()
	add := r.add
	r.add, r.added = nil, append(r.added, add...)
	if r.solver == nil {
		r.solver, add = r.problem.load(add), nil
	}
	for _, clause := range add {
		literals := make([]gophersat.Lit, len(clause))
		for i, l := range clause {
			literals[i] = gophersat.IntToLit(int32(l))
		}
		r.solver.AppendClause(gophersat.NewClause(literals))
	}
	if r.lemmas {
		found, answer.lemmas, answer.err = certified(r.solver)
	} else {
		found = r.solver.Solve()
	}
	return answer, found
}

func (g *gophersatSolver) True(l encode.Literal) bool {
	if l < 0 {
		return !g.values[-l-1]
	}
	return g.values[l-1]
}

func (g *gophersatSolver) Block(clause []encode.Literal) {
	g.round.add = append(g.round.add, slices.Clone(clause))
}

func (g *gophersatSolver) End() { g.round = nil }

func (g *gophersatSolver) Effort() engine.Effort {
	effort := engine.Effort{{Name: "solves", Value: g.solves}}
	if !g.abandoned && g.round.solver != nil {
		stats := &g.round.solver.Stats
		effort = append(effort,
			engine.Measure{Name: "conflicts", Value: int64(stats.NbConflicts + g.round.earlier.NbConflicts)},
			engine.Measure{Name: "decisions", Value: int64(stats.NbDecisions + g.round.earlier.NbDecisions)})
	}
	return effort
}
