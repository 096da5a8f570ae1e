package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
)

// openOracle opens the engine of a name, if it is one that finds all solutions.
func openOracle(ctx context.Context, name string, t *task) (engine.Session, error) {
	c, err := exactEngine(name)
	if err != nil {
		return nil, err
	}
	session, err := c.Engine.Open(ctx, t.model, c.Options)
	if err != nil {
		return nil, orStopped(ctx, err)
	}
	return session, nil
}

// confirmed reports, as a failed check, that the engine that confirms puzzles does not find just the solution of one; where ctx ends first
// it is a stop.
func (g *generation) confirmed(ctx context.Context, p generate.Puzzle) error {
	if g.confirmer == nil {
		return nil
	}
	same := true
	result, err := g.confirmer.Run(ctx, slices.Concat(g.task.givens, p.Givens), 2, func(a model.Assignment) bool {
		same = same && slices.Equal(a, p.Solution)
		return true
	})
	switch {
	case err != nil:
		return err
	case result.Outcome == engine.CutOff:
		return &exitError{statusStopped, fmt.Errorf("%s has not confirmed it: %w", g.confirm, stopCause(ctx))}
	case result.Complete() && same && result.Count.IsInt64() && result.Count.Int64() == 1:
		return nil
	}
	return &exitError{statusCheck, errors.New(g.confirm + " does not find its solution, or finds another one")}
}
