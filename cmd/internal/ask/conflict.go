package ask

import (
	"context"
	"errors"

	"qmsat/cmd/internal/ask/setter"
	"qmsat/model/engine"
)

func init() { register("conflict", "why a puzzle has no solution", conflict) }

type conflictRequest struct {
	Puzzle   Puzzle `json:"puzzle"`
	Smallest bool   `json:"smallest"`
}

// textEvent says in words how far something is.
type textEvent struct {
	Text string `json:"text"`
}

type conflictAnswer struct {
	Outcome   string              `json:"outcome"` // satisfiable, unsatisfiable, or unknown
	Parts     []setter.PartRecord `json:"parts"`
	Minimal   bool                `json:"minimal"`
	Smallest  bool                `json:"smallest"`
	Confirmed bool                `json:"confirmed"`
	Solution  values              `json:"solution,omitempty"`
	Cause     string              `json:"cause,omitempty"`
}

func conflict(ctx context.Context, q conflictRequest, emit func(any) error) (answer conflictAnswer, err error) {
	m, givens, err := q.Puzzle.bare(ctx)
	if err != nil {
		return answer, err
	}
	answer = conflictAnswer{Outcome: "unknown", Parts: []setter.PartRecord{}}
	// known returns the answer so far if the time is over.
	known := func(err error) (conflictAnswer, error) {
		if err != nil && ctx.Err() != nil {
			answer.Cause, err = context.Cause(ctx).Error(), nil
		}
		return answer, err
	}
	search, err := setter.NewSearch(ctx, &setter.Problem{Model: m, Parts: append(setter.Constraints(ctx, m, nil), setter.Givens(givens)...)})
	if err != nil {
		return known(badIn(ctx, err))
	}
	var pace engine.Pace
	search.Progress = func(text string) {
		if pace.Due() {
			emit(textEvent{text})
		}
	}
	solution, _, core, err := search.Solve(ctx, search.All())
	switch {
	case err != nil:
		return known(err)
	case solution != nil:
		answer.Outcome, answer.Solution = "satisfiable", valuesOf(m, solution)
		return answer, nil
	}
	answer.Outcome = "unsatisfiable"
	search.Offer(core)
	found, refuted, err := search.Conflict(ctx, q.Smallest)
	if refuted {
		return answer, errors.New("native finds a solution of what gini calls a conflict")
	}
	if found != nil {
		answer.Parts, answer.Minimal, answer.Smallest, answer.Confirmed = found.Parts, found.Minimal, found.Smallest, found.Confirmed
	}
	return known(err)
}
