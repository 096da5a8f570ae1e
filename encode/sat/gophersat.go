package sat

import (
	"cmp"
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
		name:      Refuter,
		summary:   "the SAT solver gophersat, formula loaded anew for each puzzle",
		abilities: engine.Abilities{Proof: true},
		load: func(_ context.Context, l *limits, compile func(encode.Sink) (*encode.Map, error)) (solver, *encode.Map, error) {
			return loadGophersat(&gophersatSolver{formula: linearFormula{size: l.PieceLiterals}}, compile)
		},
	})
}

// loadGophersat compiles a formula into the given solver.
func loadGophersat(g *gophersatSolver, compile func(encode.Sink) (*encode.Map, error)) (*gophersatSolver, *encode.Map, error) {
	vm, err := compile(&g.formula)
	if err != nil {
		return nil, nil, err
	}
	g.variables = vm.Variables()
	return g, vm, nil
}

// gophersatTurn is held while gophersat works. Its learning uses a buffer in a package-level variable, so two solvers must never
// run at the same time.
var gophersatTurn = make(chan struct{}, 1)

// gophersatSolver keeps a formula. Each round loads what the cube leaves of it anew, because gophersat's assumptions lose the
// unit clauses of the problem.
type gophersatSolver struct {
	formula   linearFormula
	variables int
	lemma     func([]encode.Literal) // takes what is learnt, from one other goroutine at a time; may be nil

	// Of the current round:
	cube    []encode.Literal
	blocked [][]encode.Literal // all clauses of the round
	loaded  *loadedGophersat   // nil before the first search
	values  []bool             // gophersat's variables in the latest assignment
	solves  int64

	rest linearFormula // after the cube; kept for its memory
}

func (g *gophersatSolver) Begin(cube []encode.Literal) {
	g.cube, g.blocked, g.solves = cube, nil, 0
}

func (g *gophersatSolver) Block(clause []encode.Literal) {
	g.blocked = append(g.blocked, slices.Clone(clause))
}

func (g *gophersatSolver) Solve(ctx context.Context) (status, error) {
	if ctx.Err() != nil {
		return unknown, nil
	}
	g.solves++
	answer, err := g.search(ctx)
	if err != nil || ctx.Err() != nil {
		return unknown, err
	}
	return answer, nil
}

// search loads the formula if needed, adds the latest blocking clauses, and runs gophersat.
func (g *gophersatSolver) search(ctx context.Context) (status, error) {
	if g.loaded == nil {
		values, consistent, err := g.rest.reduce(ctx, &g.formula, g.variables, g.cube)
		if err != nil {
			return unknown, unlessStopped(ctx, err)
		}
		if g.loaded, err = newLoadedGophersat(ctx, values, consistent); err != nil {
			return unknown, unlessStopped(ctx, err)
		}
	}
	if g.loaded.contradiction {
		return unsatisfiable, nil
	}
	select {
	case gophersatTurn <- struct{}{}:
		defer func() { <-gophersatTurn }()
	case <-ctx.Done():
		return unknown, nil
	}
	var found gophersat.Status
	var failed error
	ended, err := g.loaded.memory.lend(ctx, func() {
		if g.loaded.solver == nil {
			if g.loaded.load(ctx, &g.rest); ctx.Err() != nil {
				return
			}
		}
		g.loaded.block(g.blocked)
		if failed = g.loaded.moved(); failed != nil {
			return
		}
		if g.lemma == nil && canProtect {
			found = g.loaded.solver.Solve()
		} else {
			found, failed = g.loaded.certified(ctx, g.lemma)
		}
		if found == gophersat.Sat {
			g.values = g.loaded.solver.Model()
		}
	})
	if err = errors.Join(err, cmp.Or(failed, g.loaded.moved())); err != nil {
		return unknown, fmt.Errorf("gophersat failed: %w", err)
	}
	if !ended {
		return unknown, nil
	}
	switch found {
	case gophersat.Sat:
		return satisfiable, nil
	case gophersat.Unsat:
		return unsatisfiable, nil
	}
	return unknown, errors.New("gophersat gave no answer")
}

func (g *gophersatSolver) True(l encode.Literal) bool {
	if value := g.loaded.fixed.value(l); value != 0 {
		return value > 0
	}
	if l < 0 {
		return !g.values[g.loaded.numbers[-l]-1]
	}
	return g.values[g.loaded.numbers[l]-1]
}

func (g *gophersatSolver) End() {
	if g.loaded != nil && g.loaded.memory != nil {
		g.loaded.memory.free()
	}
	g.loaded = nil
}

func (g *gophersatSolver) Effort() engine.Effort {
	effort := engine.Effort{{Name: "solves", Value: g.solves}}
	if g.loaded != nil && g.loaded.solver != nil {
		stats := &g.loaded.solver.Stats
		effort = append(effort,
			engine.Measure{Name: "conflicts", Value: int64(stats.NbConflicts)},
			engine.Measure{Name: "decisions", Value: int64(stats.NbDecisions)})
	}
	return effort
}
