package main

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/native/generate"
)

// openOracle opens the engine of a name, if it is one that finds all solutions.
func openOracle(ctx context.Context, name string, t *task) (engine.Session, error) {
	c, err := parseEngine(name, mustFindAll, mustList)
	if err != nil {
		return nil, err
	}
	session, err := c.Engine.Open(ctx, t.model, c.Options)
	return session, orStopped(ctx, err)
}

// confirmed reports, as a failed check, that the engine that confirms puzzles does not find just the solution of one; where ctx ends first
// it is a stop.
func (g *generation) confirmed(ctx context.Context, p generate.Puzzle) error {
	if g.by.Engine == nil {
		return nil
	}
	same := true
	c := engine.Confirm(ctx, g.by, g.task.model, slices.Concat(g.task.givens, p.Givens), 2, func(a model.Assignment) bool {
		same = same && slices.Equal(a, p.Solution)
		return true
	})
	switch {
	case c.Err != nil && !errors.Is(c.Err, context.Cause(ctx)):
		return c.Err
	case c.Err != nil || c.Outcome == engine.CutOff:
		return &exitError{statusStopped, fmt.Errorf("%s has not confirmed it: %w", c.By, stopCause(ctx))}
	case same && c.Confirms(engine.Result{Count: big.NewInt(1), Outcome: engine.Exhausted}):
		return nil
	}
	return &exitError{statusCheck, fmt.Errorf("%s does not find its solution, or finds another one", c.By)}
}
