package residual

import (
	"slices"

	"qmsat/encode/residual/cdcl"
	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// guards are variables in no clause of the formula. One stands in all clauses that hold for one search alone: it is false in the search's
// runs, and true in others.
type guards struct {
	left   int             // those of no search yet
	of     *engine.Seeking // the latest search that has one, or nil
	latest literal
}

// seek looks for the solutions with wanted values one by one, and reports whether it found all: each time it requires one of the values
// wanted then.
//
// Source: Janota, Lynce, Marques-Silva, "Algorithms for computing backbones of propositional formulae", AI Communications 28, 2015: the
// same with complements of backbone literals.
func (r *run) seek(of *engine.Seeking) (exhausted bool, err error) {
	yield, more := r.yield, true
	r.yield = func(a model.Assignment) bool {
		more = yield(a)
		return false
	}
	if made := r.loaded.lister; made != nil && made.guards.of != of && made.guards.left == 0 {
		r.loaded.lister = nil
	}
	l, err := r.list(r.limits.Guards)
	if err != nil {
		return false, err
	}
	defer l.End()
	for more && !exhausted && err == nil && (r.limit == 0 || l.count < r.limit) && r.ctx.Err() == nil {
		values, some := r.wanted(of)
		if !some {
			return true, nil
		}
		l.End()
		g := &l.guards
		if g.of != of {
			if g.of != nil {
				l.Require(g.latest)
			}
			g.left--
			g.of, g.latest = of, literal(2*(r.formula.Variables+g.left))
		}
		if values != nil {
			l.Require(append(values, g.latest)...)
		}
		if l.count > 0 && slices.ContainsFunc(r.model.OutputVars(), func(v model.Var) bool { return of.Wanted(v, l.assignment[v]) }) {
			l.Require(append(lists.Map(r.vars.Excluding(r.model.OutputVars(), l.assignment), cdcl.LiteralOf), g.latest)...)
		}
		l.Begin(append(slices.Clip(r.cube), g.latest.Not()), false)
		l.decoded = false
		exhausted, err = l.goOn(0)
	}
	return exhausted, err
}

// wanted returns the literals of wanted values, or nil if every solution has one, or the run must end. some reports whether there are any.
func (r *run) wanted(of *engine.Seeking) (values []literal, some bool) {
	every := false
	for _, v := range r.model.OutputVars() {
		if r.ctx.Err() != nil {
			return nil, true
		}
		left, before := r.vars.Left(v), len(values)
		for value := range left.All() {
			if of.Wanted(v, value) {
				values = append(values, cdcl.LiteralOf(r.vars.Literal(v, value)))
			}
		}
		every = every || len(values)-before == left.Size()
	}
	if every {
		return nil, true
	}
	return values, values != nil
}
