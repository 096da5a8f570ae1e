package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"time"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
)

// unrelated is the value of --confirm that lets qmsat choose an engine.
const unrelated = "auto"

// addConfirm adds --confirm, which takes an engine's name or lets qmsat choose one.
func addConfirm(flags *pflag.FlagSet, usage string) *string {
	name := new(string)
	addChoice(flags, engineChoice(name, false, unrelated), "confirm", "", usage)
	return name
}

// confirming returns the engine that --confirm names, or none. The engine must be unrelated to the first one, find all solutions,
// and meet the other demands.
func confirming(name string, of *engine.Engine, result engine.Result, demands ...func(*engine.Engine) error) (engine.Chosen, error) {
	switch name {
	case "":
		return engine.Chosen{}, nil
	case unrelated:
		name = compare.UnrelatedTo(of, result)
	}
	return parseEngine(name, append(demands, mustFindAll, func(e *engine.Engine) error { return mustBeUnrelated("confirm", e, of) })...)
}

// mustBeUnrelated refuses an engine that may share faults with another one.
func mustBeUnrelated(flag string, by, of *engine.Engine) error {
	if by.Unrelated(of) {
		return nil
	}
	for _, e := range []*engine.Engine{by, of} {
		if e.Route == "" {
			return usageErrorf("--%s %s: engine %s names no route, expected an engine whose package is known", flag, by.Name, e.Name)
		}
	}
	return usageErrorf("--%s %s: related to engine %s, both use package %s; expected an unrelated engine such as %s",
		flag, by.Name, of.Name, of.Route, compare.UnrelatedTo(of, engine.Result{}))
}

// counts confirms the counts of a command.
type counts struct {
	name   string        // of --confirm, "" if it was not given
	least  time.Duration // of a second engine without --confirm
	single int           // counts found by one engine only
}

// Without --confirm a second engine gets this share of the first one's time, and at least leastSecond.
const (
	secondShare = 10
	leastSecond = 50 * time.Millisecond
)

// confirm lets another engine count again, up to the same limit. Without --confirm it does so only for counts without a list, and only for a short
// time; the confirmation is nil if that time does not suffice.
func (c *counts) confirm(ctx context.Context, s *search, o outcome) (*engine.Confirmation, error) {
	name, unasked := c.name, c.name == ""
	if unasked && (!o.Unlisted || !o.Complete()) {
		return nil, nil
	}
	if unasked {
		name = unrelated
		brief, cancel := context.WithTimeout(ctx, max(c.least, time.Duration(o.seconds/secondShare*float64(time.Second))))
		defer cancel()
		within, leave := memory.WithBudget(brief, memory.Budget(ctx)/2)
		defer leave()
		ctx = within
	}
	by, err := confirming(name, s.engine(o.Result), o.Result)
	if err != nil {
		return nil, err
	}
	limit := s.limit
	if o.Complete() && o.Count.Cmp(new(big.Int).SetUint64(limit)) >= 0 {
		limit = 0 // all were counted nevertheless
	}
	found := engine.Confirm(ctx, by, s.task.model, s.givens, limit, nil)
	stopped := ctx.Err() != nil && !settled(found.Result)
	switch {
	case found.Refutes(o.Result), errors.As(found.Err, new(*engine.MismatchError)):
	case unasked && (stopped || errors.As(found.Err, new(*engine.UnsupportedError))):
		return nil, nil
	case stopped:
		found.Err = &exitError{statusStopped, fmt.Errorf("%s did not confirm the count, it reached %s: %w", by, outcome{Result: found.Result}.count(), stopCause(ctx))}
	}
	return found, nil
}

// verdict returns the reason why a count is not confirmed.
func (s *search) verdict(p model.Puzzle, o outcome) error {
	c := o.confirmation
	if c == nil {
		return nil
	}
	if c.Refutes(o.Result) {
		return &exitError{statusCheck, fmt.Errorf("%s: %s counts %v, but %s counts %v", where(p), s.engine(o.Result).Name, o.Count, c.By, c.Count)}
	}
	return inputError(c.Err)
}

// tell prints the number of unconfirmed counts, if standard error is a terminal.
func (c *counts) tell(stderr io.Writer) {
	if c.single > 0 && isTerminal(stderr) {
		fmt.Fprintf(stderr, "counts by one engine only: %d; to have an unrelated engine count again: --confirm auto\n", c.single)
	}
}
