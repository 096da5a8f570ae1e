package sat

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qmsat/encode"
	"qmsat/internal/registry"
	"qmsat/model"
	"qmsat/model/engine"
)

// strategy is a way to find all solutions.
type strategy struct {
	scopes bool // it needs a solver with scopes
	// run enumerates. It reports whether the search was exhausted.
	run func(e *enumeration) (complete bool, err error)
}

var strategies = registry.New[strategy]("enumerate")

// enumeration is one run, the data of strategies.
type enumeration struct {
	*loaded
	ctx      context.Context
	session  *session
	cube     model.Cube       // of the run
	literals []encode.Literal // of the cube, unless the formula includes them
	limit    uint64           // 0: none
	yield    func(model.Assignment) bool

	outputs    []model.Var // the outputs that the formula leaves open
	assignment model.Assignment
	count      uint64
	unfinished *engine.Unfinished
	effort     engine.Effort // of the rounds that have ended
	meter      *engine.Meter // nil if nobody asks
}

// run finds the solutions, and reports whether it found all.
func (e *enumeration) run() (exhausted bool, err error) {
	defer engine.Guard(e.session.backend.name, &err)
	f, rest, err := e.session.load(e.ctx, e.cube)
	if err != nil {
		return false, unlessStopped(e.ctx, err)
	}
	literals, possible := f.vars.Cube(rest)
	if !possible {
		return true, nil
	}
	e.loaded, e.literals = f, literals
	e.outputs = slices.DeleteFunc(slices.Clone(e.session.model.OutputVars()), f.vars.Fixed)
	e.assignment = make(model.Assignment, len(e.session.model.Variables))
	return e.session.strategy.run(e)
}

// round calls work in a round under the run's cube and further literals.
func (e *enumeration) round(more []encode.Literal, work func() (complete bool, err error)) (complete bool, err error) {
	e.solver.Begin(slices.Concat(e.literals, more))
	defer func() {
		e.effort.Add(e.solver.Effort())
		if solver, ok := e.solver.(counting); ok {
			e.session.counted = solver.counters()
		}
		e.solver.End()
	}()
	return work()
}

// tell passes on the effort so far, within a round, if somebody has asked.
func (e *enumeration) tell() {
	e.meter.Tell(func() engine.Effort {
		sum := slices.Clone(e.effort)
		sum.Add(e.solver.Effort())
		return sum
	})
}

// found decodes the solver's solution, and checks the first of each run. It reports whether the run goes on.
func (e *enumeration) found() (more bool, err error) {
	if err := e.vars.Decode(e.solver.True, e.assignment); err != nil {
		return false, err
	}
	if e.count == 0 {
		m := e.session.model
		if err := errors.Join(m.Check(e.assignment), m.CheckCube(e.assignment, e.cube)); err != nil {
			return false, fmt.Errorf("its answer is not a solution: %w", err)
		}
	}
	return e.counts(), nil
}

// counts counts and yields a solution. It reports whether the run goes on.
func (e *enumeration) counts() (more bool) {
	e.count++
	if e.yield != nil && !e.yield(e.assignment) {
		return false
	}
	return e.limit == 0 || e.count < e.limit
}

// scoped is a solver that can propagate without searching, in nested scopes. Each scope adds literals to the scope around it and
// the round's cube. While scopes are open no clause may be blocked; Solve searches under them.
type scoped interface {
	solver
	// Push opens a scope, makes the literals true in it, and propagates. It reports false at a conflict; the scope must be popped
	// even so.
	Push(literals ...encode.Literal) bool
	// Pop closes the innermost scope. It reports false if the scope around it turns out to have no solution; then that scope must
	// be popped before another is pushed.
	Pop() bool
	// Drop closes the innermost scope, in whose push there was a conflict, and learns nothing from that.
	Drop()
	// Implied reports whether propagation makes the literal true in the innermost scope. Its result is undefined between Solve
	// and [scoped.Resume].
	Implied(l encode.Literal) bool
	// Assigned reports whether propagation gives each of the first variables a value in the innermost scope.
	Assigned(variables int) bool
	// Resume takes back what Solve assigned in the innermost scope. It reports false if the scope has no solution.
	Resume() bool
	// Forget makes the solver drop its learnt clauses, if it can. The innermost scope must be consistent, and nothing may have
	// been assigned since its push. Literals that only the dropped clauses implied are open again. If ctx ends, it may do
	// nothing.
	Forget(ctx context.Context)
}

// automatic is the name of the default strategy.
const automatic = "auto"

// The fastest measured: outputs if few solutions are wanted; otherwise depth-first, or conquer for solvers without scopes.
func init() {
	strategies.Register(automatic, strategy{
		run: func(e *enumeration) (bool, error) {
			name := "conquer"
			if _, ok := e.solver.(scoped); ok {
				name = depthFirstName
			}
			if e.limit > 0 && e.limit <= uint64(e.session.limits.FewSolutions) {
				name = "outputs"
			}
			return strategies.Entries[name].run(e)
		},
	})
}
