package main

import (
	"context"
	"fmt"
	"math/big"

	"qmsat/model"
	"qmsat/model/engine"
)

// confirm has another engine look again for what was found: all solutions of an exhausted search, as many of another one, or the best. It
// is nil where none was asked for, or nothing was found out. The error is that they differ, or that the engine cannot run; that it was
// stopped stands in the confirmation, and standard error is told.
func (z *zinc) confirm(ctx context.Context, result engine.Result) (*confirmation, error) {
	best := z.program != nil && z.program.Model.Objective != nil
	if *z.confirmer == "" || !result.Complete() && (z.shown == 0 || best) {
		return nil, nil
	}
	c := &confirmation{engine: *z.confirmer}
	if c.engine == unrelated {
		c.engine = unrelatedTo(z.chosen.Engine)
	}
	chosen, err := parseEngine(c.engine)
	if err == nil {
		err = mustFindAll(chosen.Engine)
	}
	if err == nil && best {
		err = mustList(chosen.Engine)
	}
	if err != nil {
		return nil, err
	}
	refuted := z.again
	if best {
		refuted = z.bestAgain
	}
	difference, err := refuted(ctx, c, chosen, result)
	switch {
	case difference != "":
		return c, checkFailed(fmt.Errorf("%s: %s", z.file, difference))
	case ctx.Err() != nil && !c.Complete():
		c.err = fmt.Errorf("%s: %s has not confirmed it: %w", z.file, c.engine, stopCause(ctx))
		fmt.Fprintln(z.stderr, "qmsat:", c.err)
	case err != nil:
		return c, inputError(err)
	}
	return c, nil
}

// again counts by the chosen engine, as far as the first one came, and says where they differ.
func (z *zinc) again(ctx context.Context, c *confirmation, chosen engine.Chosen, result engine.Result) (difference string, err error) {
	session, err := chosen.Engine.Open(ctx, z.program.Model, chosen.Options)
	if err != nil {
		return "", err
	}
	defer session.Close()
	found, limit := big.NewInt(int64(z.shown)), uint64(z.shown)
	if result.Complete() {
		limit = 0
	}
	if c.Result, err = session.Run(ctx, nil, limit, nil); c.Count == nil {
		return "", err
	}
	if fewer, more := c.Count.Cmp(found) < 0, c.Count.Cmp(found) > 0; fewer && c.Complete() || more && result.Complete() {
		difference = fmt.Sprintf("%s finds %v solutions, and %s %v", z.chosen.Engine.Name, found, c.engine, c.Count)
	}
	return difference, err
}

// bestAgain looks for the best solution by the chosen engine, and says where it differs.
func (z *zinc) bestAgain(ctx context.Context, c *confirmation, chosen engine.Chosen, _ engine.Result) (difference string, err error) {
	open := func(ctx context.Context, m *model.Model) (engine.Session, error) {
		return chosen.Engine.Open(ctx, m, chosen.Options)
	}
	session, err := open(ctx, z.program.Model)
	if err != nil {
		return "", err
	}
	defer session.Close()
	var best *int
	c.Result, err = engine.Optimize(ctx, session, z.program.Model, open, nil, func(_ model.Assignment, value int) bool {
		best = &value
		return true
	})
	better := best != nil && (z.best == nil || z.program.Model.Objective.Better(*best, *z.best))
	if better || c.Complete() && valueText(best) != valueText(z.best) {
		difference = fmt.Sprintf("%s finds %s, and %s %s", z.chosen.Engine.Name, valueText(z.best), c.engine, valueText(best))
	}
	return difference, err
}

// valueText says how good the best solution is.
func valueText(value *int) string {
	if value == nil {
		return "no solution"
	}
	return fmt.Sprintf("a best solution of %d", *value)
}
