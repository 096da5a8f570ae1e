package generate

import (
	"context"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// oracle answers questions about the solutions of a model. Its answers are facts that do not depend on the order in which an
// engine finds solutions; so the puzzles do not either.
type oracle struct {
	session engine.Session
	givens  model.Cube // part of every question
	cube    model.Cube // of the current question
}

// solution returns a solution that meets the cube, or nil if there is none.
func (o *oracle) solution(ctx context.Context, cube model.Cube) (model.Assignment, error) {
	var found model.Assignment
	err := o.solutions(ctx, cube, 1, func(a model.Assignment) bool {
		found = slices.Clone(a)
		return false
	})
	return found, err
}

// solutions calls yield with the solutions that meet the cube, up to limit of them (0: all), until it returns false. An error
// means that the answer is unknown: the context has ended, or the engine failed.
func (o *oracle) solutions(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) error {
	stopped := false
	o.cube = append(append(o.cube[:0], o.givens...), cube...)
	result, err := o.session.Run(ctx, o.cube, limit, func(a model.Assignment) bool {
		stopped = !yield(a)
		return !stopped
	})
	reached := limit > 0 && err == nil && result.Count.IsUint64() && result.Count.Uint64() >= limit
	if err == nil && !result.Complete() && !stopped && !reached {
		return context.Cause(ctx)
	}
	return err
}
