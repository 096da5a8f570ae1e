package native

import (
	"context"

	"qmsat/model"
	"qmsat/model/engine"
)

// objective bounds, while a best solution is looked for, what a state may come to by the best one found: a linear constraint
// whose upper bound sinks. The sum is negated where it is to be large.
type objective struct {
	linear
	id     int32
	prefer []int8 // by variable: 1 where large values are the better ones, -1 where small ones are, 0 where the sum has none
}

// postObjective posts the bound of a model's objective, and returns it, or nil where the model has none.
func (b *builder) postObjective() *objective {
	of := b.model.Objective
	if of == nil {
		return nil
	}
	o := &objective{linear: linear{lo: -noBound, hi: noBound}, id: int32(len(b.propagators)), prefer: make([]int8, len(b.model.Variables))}
	for _, t := range of.Terms {
		coefficient, better := t.Coefficient, int8(1)
		if of.Maximize {
			coefficient = -coefficient
		}
		if coefficient > 0 {
			better = -1
		}
		o.terms = append(o.terms, term{coefficient: coefficient, variable: t.Var})
		o.prefer[t.Var] = better
	}
	b.post(o, onChange, of.Scope())
	return o
}

// Optimize implements [engine.Optimizer], by branch and bound: the search for all solutions, over all variables, in which each
// state, once a solution is found, must leave room for a better one. Values that the objective prefers are tried first. Its effort
// is the number of nodes.
//
// Source: Land and Doig, "An automatic method of solving discrete programming problems", Econometrica 28(3), 1960.
func (s *session) Optimize(
	ctx context.Context, cube model.Cube, improve func(a model.Assignment, value int) bool,
) (engine.Result, error) {
	of := s.model.Objective
	if of == nil {
		return engine.Result{}, engine.Unsupported(engineName, "the model has no objective")
	}
	all := make([]model.Var, len(s.model.Variables))
	for v := range all {
		all[v] = model.Var(v)
	}
	s.atEachNode = []int32{s.objective.id} // states above it do not know of a bound found below
	defer func() { s.objective.hi, s.atEachNode = noBound, nil }()
	take := func(a model.Assignment) bool {
		value := of.Value(a)
		s.objective.hi = value - 1
		if of.Maximize {
			s.objective.hi = -value - 1
		}
		return improve(a, value)
	}
	return s.start(ctx, cube, run{yield: take}, func() bool { return s.searchBest(all, 0) })
}

// searchBest looks for ever better solutions in the current state, which is propagated and stands at the given depth. It reports
// false where the run is to end.
func (s *session) searchBest(all []model.Var, depth int) bool {
	v, found := s.order.general(s, all)
	if !found {
		return s.solution()
	}
	values := s.space.bits(v)
	first, next := s.space.lowest(v), func(i int) int { return nextBit(values, i+1) }
	if s.objective.prefer[v] > 0 {
		first, next = s.space.highest(v), func(i int) int { return previousBit(values, i-1) }
	}
	for i := first; i >= 0; i = next(i) {
		if s.try(depth, v, i) && !s.searchBest(all, depth+1) || s.space.stopped {
			return false
		}
	}
	return true
}
