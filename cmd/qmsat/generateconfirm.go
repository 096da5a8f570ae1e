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

// confirmer has a second engine say that puzzles have one solution.
type confirmer struct {
	name    string
	session engine.Session
}

// newConfirmer opens the engine of a name on a task's model; without a name nothing is confirmed.
func newConfirmer(ctx context.Context, name string, t *task) (*confirmer, error) {
	if name == "" {
		return &confirmer{}, nil
	}
	session, err := openOracle(ctx, name, t)
	return &confirmer{name, session}, err
}

// openOracle opens the engine of a name, if it is one that finds all solutions.
func openOracle(ctx context.Context, name string, t *task) (engine.Session, error) {
	c, err := parseEngine(name)
	if err != nil {
		return nil, err
	}
	if err := firstError(mustFindAll(c.Engine), mustList(c.Engine)); err != nil {
		return nil, err
	}
	session, err := c.Engine.Open(ctx, t.model, c.Options)
	if err != nil {
		return nil, orStopped(ctx, err)
	}
	return session, nil
}

func (c *confirmer) close() {
	if c.session != nil {
		c.session.Close()
	}
}

// confirm reports, as a failed check, that the engine does not find just the solution of a puzzle; where ctx ends first it is a stop.
func (c *confirmer) confirm(ctx context.Context, t *task, p generate.Puzzle) error {
	if c.session == nil {
		return nil
	}
	same := true
	result, err := c.session.Run(ctx, slices.Concat(t.givens, p.Givens), 2, func(a model.Assignment) bool {
		same = same && slices.Equal(a, p.Solution)
		return true
	})
	switch {
	case err != nil:
		return err
	case result.Outcome == engine.CutOff:
		return &exitError{statusStopped, fmt.Errorf("%s has not confirmed it: %w", c.name, stopCause(ctx))}
	case result.Complete() && same && result.Count.IsInt64() && result.Count.Int64() == 1:
		return nil
	}
	return &exitError{statusCheck, errors.New(c.name + " does not find its solution, or finds another one")}
}
