package engine

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"qmsat/model"
)

// Optimizer is a session on a model with an objective that can search for best solutions itself.
type Optimizer interface {
	Session
	// Optimize searches the solutions that meet the cube. It calls improve with each one that is better than those before, and
	// its value; if improve returns false, the search ends. The assignment is valid only during the call. If the outcome is
	// [Exhausted], the last one is best, or there is none; the count is the number of calls.
	Optimize(ctx context.Context, cube model.Cube, improve func(a model.Assignment, value int) bool) (Result, error)
}

// Optimize does what [Optimizer.Optimize] does, with any engine that finds solutions. The session must be on m, which has an
// objective. If it is not an Optimizer, Optimize asks it for a solution, and then for better ones: open opens a session on a
// model that requires a better value, until there is none.
func Optimize(
	ctx context.Context, session Session, m *model.Model, open func(context.Context, *model.Model) (Session, error),
	cube model.Cube, improve func(a model.Assignment, value int) bool,
) (Result, error) {
	if o, is := session.(Optimizer); is {
		return o.Optimize(ctx, cube, improve)
	}
	total := Result{Count: new(big.Int)}
	value, wanted := 0, true
	take := func(a model.Assignment) bool {
		value = m.Objective.Value(a)
		total.Count.Add(total.Count, big.NewInt(1))
		wanted = improve(a, value)
		return wanted
	}
	found, err := total.run(ctx, session, cube, take)
	for found && wanted && err == nil {
		better, possible := m.BetterThan(value)
		if !possible {
			total.Outcome = Exhausted
			return total, nil
		}
		next, openErr := open(ctx, better)
		if openErr != nil {
			total.Outcome, total.Cause = CutOff, openErr
			if errors.Is(openErr, context.Cause(ctx)) {
				openErr = nil
			}
			return total, openErr
		}
		found, err = total.run(ctx, next, cube, take)
		next.Close()
	}
	return total, err
}

// run asks a session for one solution, and stores how its run ended in r. found is false if there is none.
func (r *Result) run(ctx context.Context, s Session, cube model.Cube, take func(model.Assignment) bool) (found bool, err error) {
	before := r.Count.Int64()
	one, err := s.Run(ctx, cube, 1, take)
	r.Outcome, r.Cause = one.Outcome, one.Cause
	r.Effort.Add(one.Effort)
	return r.Count.Int64() > before, err
}

// Best is the best solution found.
type Best struct {
	Value  int
	Proved bool // there is no better one
}

// Ranked returns a session on a model with an objective whose runs look for best solutions. They yield one, or if the limit is
// not 1, up to that many equally good ones. A run that is cut off yields the best solution so far. [Result.Best] has its value.
func Ranked(session Session, m *model.Model, open func(context.Context, *model.Model) (Session, error)) Session {
	return &ranked{session, m, open}
}

// ranked is the session of [Ranked].
type ranked struct {
	Session
	model *model.Model
	open  func(context.Context, *model.Model) (Session, error)
}

// Run implements [Session].
func (r *ranked) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (Result, error) {
	var best model.Assignment
	var found *Best
	result, err := Optimize(ctx, r.Session, r.model, r.open, cube, func(a model.Assignment, value int) bool {
		best, found = slices.Clone(a), &Best{Value: value}
		return true
	})
	if found == nil {
		return result, err
	}
	found.Proved = result.Complete()
	if found.Proved && limit != 1 {
		all, err := r.all(ctx, found.Value, cube, limit, yield)
		all.Best = found
		all.Effort.Add(result.Effort)
		if err != nil || all.Count.Sign() > 0 {
			return all, err
		}
		result.Outcome, result.Cause = all.Outcome, all.Cause
	} else if found.Proved {
		result.Outcome = LimitReached
	}
	result.Count, result.Best = big.NewInt(1), found
	yield(best)
	return result, err
}

// all yields the solutions with the given value.
func (r *ranked) all(ctx context.Context, value int, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (Result, error) {
	session, err := r.open(ctx, r.model.WithValue(value))
	switch {
	case err != nil && ctx.Err() != nil:
		return Result{Count: new(big.Int), Cause: context.Cause(ctx)}, nil
	case err != nil:
		return Result{Count: new(big.Int)}, err
	}
	defer session.Close()
	return session.Run(ctx, cube, limit, yield)
}
