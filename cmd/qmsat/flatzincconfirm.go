package main

import (
	"context"
	"fmt"
	"math/big"

	"qmsat/model/engine"
)

// confirm has another engine look again for what was found: all solutions of an exhausted search, as many of another one, or the best. It
// is nil where none was asked for, or nothing was found out. The error is that they differ, or that the engine cannot run; that it was
// stopped stands in the confirmation, and standard error is told.
func (z *zinc) confirm(ctx context.Context, result engine.Result) (c *engine.Confirmation, err error) {
	best := z.program != nil && z.program.Model.Objective != nil
	if z.confirming.Engine == nil || !result.Complete() && (z.shown == 0 || best) {
		return nil, nil
	}
	if err := mustList(z.confirming.Engine); best && err != nil {
		return nil, err
	}
	difference := ""
	if best {
		c = engine.ConfirmBest(ctx, z.confirming, z.program.Model)
		better := c.Best != nil && (z.best == nil || z.program.Model.Objective.Better(*c.Best, *z.best))
		if better || c.Complete() && valueText(c.Best) != valueText(z.best) {
			difference = fmt.Sprintf("%s, and %s %s", valueText(z.best), c.By, valueText(c.Best))
		}
	} else {
		limit := uint64(z.shown)
		if result.Complete() {
			limit = 0
		}
		c = engine.Confirm(ctx, z.confirming, z.program.Model, nil, limit, nil)
		result.Count = big.NewInt(int64(z.shown))
		if c.Refutes(result) {
			difference = fmt.Sprintf("%d solutions, and %s %v", z.shown, c.By, c.Count)
		}
	}
	switch {
	case difference != "":
		return c, checkFailed(fmt.Errorf("%s: %s finds %s", z.file, z.chosen.Engine.Name, difference))
	case ctx.Err() != nil && !c.Complete():
		c.Err = fmt.Errorf("%s: %s has not confirmed it: %w", z.file, c.By, stopCause(ctx))
		fmt.Fprintln(z.stderr, "qmsat:", c.Err)
		return c, nil
	}
	return c, inputError(c.Err)
}

// valueText says how good the best solution is.
func valueText(value *int) string {
	if value == nil {
		return "no solution"
	}
	return fmt.Sprintf("a best solution of %d", *value)
}
