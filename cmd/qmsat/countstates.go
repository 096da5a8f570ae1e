package main

import (
	"context"
	"math/big"
	"slices"

	"qmsat/model"
)

// statesRecord is the JSON object of a puzzle's number of states.
type statesRecord struct {
	model.Puzzle
	Delta  *int   `json:"delta"`
	States string `json:"states"`
}

// countStates prints each puzzle's number of states. Flags of the search that is not made are refused.
func countStates(ctx context.Context, streams streams, args []string, mf *modelFlags, ef *engineFlags) error {
	if name, changed := ef.changedBeside("format"); changed {
		return usageErrorf("--%s beside --states: nothing is searched", name)
	}
	if ef.format == "mc" {
		return usageErrorf("--format mc beside --states: it answers for counts")
	}
	t, _, err := ef.prepare(ctx, mf, streams.in)
	if err != nil {
		return err
	}
	puzzles, err := t.readPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	out := newLines(streams.out)
	for p, err := range puzzles.all {
		var states *big.Int
		if err == nil {
			states, err = t.model.States(slices.Concat(t.givens, p.Cube))
		}
		if err != nil {
			return firstError(out.flush(), inputError(err))
		}
		out.record(ef.format, statesRecord{p, t.delta, states.String()}, states.String())
		if err := out.flush(); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return &exitError{statusStopped, stopCause(ctx)}
		}
	}
	return out.flush()
}
