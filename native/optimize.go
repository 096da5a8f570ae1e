package native

import (
	"context"

	"qmsat/model"
	"qmsat/model/engine"
)

// objective bounds, while a best solution is looked for, what a state may come to by the best one found: a linear constraint
// whose upper bound sinks. The sum is negated if it is to be large.
type objective struct {
	linear
	id     []int32 // of the propagator
	prefer []int8  // by variable: 1 if large values are the better ones, -1 if small ones are, 0 if the sum has none
}

// postObjective posts the bound of a model's objective, and returns it, or nil if the model has none.
func (b *builder) postObjective() *objective {
	of := b.model.Objective
	if of == nil {
		return nil
	}
	o := &objective{linear: linear{lo: -noBound, hi: noBound}, prefer: make([]int8, len(b.model.Variables))}
	for _, t := range of.Terms {
		coefficient, better := t.Coefficient, int8(1)
		if of.Maximize {
			coefficient = -coefficient
		}
		if coefficient > 0 {
			better = -1
		}
		o.terms = append(o.terms, b.newTerm(coefficient, t.Var))
		o.prefer[t.Var] = better
	}
	o.id = []int32{int32(len(b.propagators))}
	b.post(o, onChange, askBounds, of.Scope())
	return o
}

// Optimize implements [engine.Optimizer], by branch and bound: a search over the objective's variables, for one solution with each
// of their values, in which each state must leave room for a better one than the best that was found. Values that the objective
// prefers are tried first. With a branching it is a search along its steps. Its effort is the number of nodes.
//
// To branch on the objective's variables first takes 1.2 s for the largest diagonal of a quasi-magic grid with Δ = 3; to branch on all in
// the usual order, a minute is not enough.
//
// Source: Land and Doig, "An automatic method of solving discrete programming problems", Econometrica 28(3), 1960.
func (s *session) Optimize(
	ctx context.Context, cube model.Cube, improve func(a model.Assignment, value int) bool,
) (engine.Result, error) {
	of := s.model.Objective
	if of == nil {
		return engine.Result{}, engine.Unsupported(engineName, "the model has no objective")
	}
	var others []model.Var // of which the objective does not speak
	for v, preferred := range s.objective.prefer {
		if preferred == 0 {
			others = append(others, model.Var(v))
		}
	}
	defer func() { s.objective.hi = noBound }()
	take := func(a model.Assignment) bool {
		value := of.Value(a)
		s.objective.hi = value - 1
		if of.Maximize {
			s.objective.hi = -value - 1
		}
		return improve(a, value)
	}
	search := func() bool { return s.searchBest(of.Scope(), others, 0) }
	if s.branching != nil {
		search = s.branching.searchBest
	}
	return s.start(ctx, cube, run{yield: take}, search)
}

// searchBest looks for ever better solutions in the current state, which is propagated and stands at the given depth: it
// branches on the variables that are ranked, which has the objective's bound looked at, and then extends to the others. It
// reports false if the run is to end.
func (s *session) searchBest(ranked, others []model.Var, depth int) bool {
	v, found := s.order.Choose(s.space, ranked)
	if !found {
		if s.searchOthers(depth, others) {
			return s.solution()
		}
		return !s.space.stopped
	}
	values := s.space.bits(v).All()
	if s.objective.prefer[v] > 0 {
		values = s.space.bits(v).Backward()
	}
	for i := range values {
		if s.try(depth, v, i) && !s.searchBest(ranked, others, depth+1) || s.space.stopped {
			return false
		}
	}
	return true
}
