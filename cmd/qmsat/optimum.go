package main

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// optimum looks for best solutions, in place of any.
type optimum struct {
	model  *model.Model // with its objective
	value  *int         // of the best solution of the last puzzle; nil where none was found
	proved bool         // there is no better one
}

// rank has a search look for the best solutions where the model has an objective.
func (s *search) rank() {
	if s.task.objective != nil {
		s.optimum = &optimum{model: s.task.ranked()}
	}
}

// run does for best solutions what [engine.Session.Run] does for any: it yields one, or, with another limit than 1, so many of those that
// are as good. A search that is cut off yields the best one it has found.
func (o *optimum) run(
	ctx context.Context, session engine.Session, open func(context.Context, *model.Model) (engine.Session, error),
	cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) (engine.Result, error) {
	o.value, o.proved = nil, false
	var best model.Assignment
	result, err := engine.Optimize(ctx, session, o.model, open, cube, func(a model.Assignment, value int) bool {
		best, o.value = slices.Clone(a), &value
		return true
	})
	if o.value == nil {
		return result, err
	}
	o.proved = result.Complete()
	if o.proved && limit != 1 {
		all, err := o.all(ctx, open, cube, limit, yield)
		all.Effort.Add(result.Effort)
		if err != nil || all.Count.Sign() > 0 {
			return all, err
		}
		result.Outcome, result.Cause = all.Outcome, all.Cause
	}
	if o.proved && limit == 1 {
		result.Outcome = engine.LimitReached
	}
	result.Count = big.NewInt(1)
	yield(best)
	if unsupported := new(engine.UnsupportedError); errors.As(err, &unsupported) {
		return result, inputError(err) // the best solution's bound, say, is more than the encoding takes
	}
	return result, err
}

// all yields the solutions that have the best value.
func (o *optimum) all(
	ctx context.Context, open func(context.Context, *model.Model) (engine.Session, error), cube model.Cube, limit uint64,
	yield func(model.Assignment) bool,
) (engine.Result, error) {
	session, err := open(ctx, o.model.WithValue(*o.value))
	if err != nil && ctx.Err() != nil {
		return engine.Result{Count: new(big.Int), Cause: context.Cause(ctx)}, nil
	} else if err != nil {
		return engine.Result{Count: new(big.Int)}, inputError(err)
	}
	defer session.Close()
	return session.Run(ctx, cube, limit, yield)
}

// isProved is what JSON says of a best solution, where there is one: that it is.
func (o *optimum) isProved() *bool {
	if o == nil || o.value == nil {
		return nil
	}
	return &o.proved
}

// best is the value of the best solution that was found, where there is one.
func (o *optimum) best() *int {
	if o == nil {
		return nil
	}
	return o.value
}
