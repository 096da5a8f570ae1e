package sat

import (
	"context"
	"fmt"

	"qmsat/encode"
	"qmsat/model"
	"qmsat/model/engine"
)

// Groups is a model in gini whose constraints can be switched on and off, group by group.
type Groups struct {
	solver   *giniSolver
	vars     *encode.Map
	switches []encode.Literal
	outputs  []model.Var
	model    *model.Model
}

// OpenGroups loads groups of constraints on the variables of a model. The model's own constraints are not loaded. One goroutine
// at a time uses the result.
func OpenGroups(ctx context.Context, m *model.Model, groups [][]model.Constraint) (g *Groups, err error) {
	defer engine.Guard(giniName, &err)
	solver := &giniSolver{}
	solver.start(ctx)
	vars, switches, err := encode.CompileGroups(ctx, m, groups, solver)
	if err != nil {
		return nil, err
	}
	solver.variables = vars.Variables()
	solver.reserve()
	return &Groups{solver: solver, vars: vars, switches: switches, outputs: m.OutputVars(), model: m}, nil
}

// Exclude forbids a solution from now on: others differ from it in some output.
func (g *Groups) Exclude(a model.Assignment) {
	g.solver.Clause(g.vars.Excluding(g.outputs, a))
	*g.solver.checksModels = false
}

// Solve looks for an assignment under which the groups that are on hold. If there is none, a is nil, and core lists groups that
// already have none together. The error is the context's cause, or one of the solver.
func (g *Groups) Solve(ctx context.Context, on []int) (a model.Assignment, core []int, err error) {
	defer engine.Guard(giniName, &err)
	assumed := make([]encode.Literal, len(on))
	for i, group := range on {
		assumed[i] = g.switches[group]
	}
	g.solver.Begin(assumed)
	defer g.solver.End()
	switch answer, err := g.solver.Solve(ctx); {
	case err != nil:
		return nil, nil, err
	case answer == unknown:
		return nil, nil, context.Cause(ctx)
	case answer == unsatisfiable:
		return nil, g.failed(on), nil
	}
	a = make(model.Assignment, len(g.model.Variables))
	if err := g.vars.Decode(g.solver.True, a); err != nil {
		return nil, nil, fmt.Errorf("engine %s: %w", giniName, err)
	}
	return a, nil, nil
}

// failed returns the groups among those assumed that the latest conflict depends on.
func (g *Groups) failed(on []int) (core []int) {
	blamed := map[encode.Literal]bool{}
	if !g.solver.contradiction {
		for _, l := range g.solver.gini.Why(nil) {
			blamed[encode.Literal(l.Dimacs())] = true
		}
	}
	for _, group := range on {
		if l := g.switches[group]; blamed[l] || blamed[-l] {
			core = append(core, group)
		}
	}
	return core
}
