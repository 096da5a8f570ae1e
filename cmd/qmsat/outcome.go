package main

import (
	"context"
	"errors"
	"fmt"

	"qmsat/model"
	"qmsat/model/engine"
)

// withoutSolution is what is said of a puzzle that no solution was found for. Only an exhausted search says that there is none.
func (o outcome) withoutSolution() string {
	switch o.Outcome {
	case engine.Exhausted:
		return "unsatisfiable"
	case engine.Stuck:
		return "unsolved"
	default:
		return "unknown"
	}
}

// causeText says what cut a search off, "" where nothing did.
func causeText(r engine.Result) string {
	switch {
	case r.Cause == nil:
		return ""
	case errors.Is(r.Cause, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(r.Cause, context.Canceled):
		return "interrupt"
	default:
		return r.Cause.Error()
	}
}

func (s *search) stuckError(p model.Puzzle) error {
	return &exitError{statusStopped, fmt.Errorf("%s: engine %s is stuck", where(p), s.contender.Engine.Name)}
}

// mustFindAll refuses an engine that never says that there is no further solution.
func mustFindAll(e *engine.Engine) error {
	if e.Abilities.MayFail {
		return usageErrorf("engine %s may miss solutions, expected one that finds all", e.Name)
	}
	return nil
}

// mustList refuses an engine that counts without listing.
func mustList(e *engine.Engine) error {
	if e.Abilities.CountsOnly {
		return errListsNone(e)
	}
	return nil
}

func errListsNone(e *engine.Engine) error {
	return usageErrorf("engine %s counts solutions and lists none, expected one that finds them", e.Name)
}
