package page

import (
	"context"
	"time"

	"qmsat/compare"
)

func init() {
	register("status", "whether a puzzle has a solution, whether one only, and how many solutions each candidate has", status)
}

// Limits of counts by candidate.
const (
	defaultCounts = 100
	mostCounts    = 10_000
)

type statusRequest struct {
	Puzzle Puzzle `json:"puzzle"`
	Limit  uint64 `json:"limit"`
}

// known says what is known first.
type known struct {
	Solvable bool `json:"solvable"`
	Unique   bool `json:"unique"`
}

type statusAnswer struct {
	Solvable   *bool                     `json:"solvable"` // null: not known
	Unique     *bool                     `json:"unique"`
	Candidates map[string]map[int]uint64 `json:"candidates"` // by cell and value: solutions, up to the limit
	Backbone   values                    `json:"backbone"`   // the cells with the same value in all solutions, once the counts are complete
	Limit      uint64                    `json:"limit"`
	Complete   bool                      `json:"complete"` // otherwise the counts are lower bounds
	Cause      string                    `json:"cause,omitempty"`
	Seconds    float64                   `json:"seconds"`
	By         string                    `json:"by"`
}

func status(ctx context.Context, q statusRequest, emit func(any) error) (answer statusAnswer, err error) {
	begun := time.Now()
	if q.Limit == 0 {
		q.Limit = defaultCounts
	}
	if q.Limit > mostCounts {
		return answer, badf("limit: found %d, expected at most %d", q.Limit, mostCounts)
	}
	m, givens, err := q.Puzzle.bare(ctx)
	if err != nil {
		return answer, err
	}
	answer = statusAnswer{Candidates: map[string]map[int]uint64{}, Backbone: values{}, Limit: q.Limit, By: "native"}
	session, err := pool.open(ctx, m)
	if err != nil {
		return answer, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	counts, err := compare.Candidates(ctx, session, m, givens, q.Limit, func(solvable, several bool) {
		unique := solvable && !several
		answer.Solvable, answer.Unique = &solvable, &unique
		if failed := emit(known{solvable, unique}); failed != nil {
			cancel(failed)
		}
	})
	if err != nil && ctx.Err() == nil {
		session.Close() // it may be broken
		return answer, err
	}
	pool.keep(session)
	if answer.Complete = err == nil; !answer.Complete {
		answer.Cause = err.Error()
	}
	domains := counts.Domains(m)
	for _, v := range m.OutputVars() {
		of := map[int]uint64{}
		for i, n := range counts[v] {
			if n > 0 {
				of[m.DomainOf(v).Value(i)] = n
			}
		}
		answer.Candidates[m.NameOf(v)] = of
		if answer.Complete && domains[v].Size() == 1 {
			answer.Backbone[m.NameOf(v)] = domains[v].Min()
		}
	}
	answer.Seconds = time.Since(begun).Seconds()
	return answer, nil
}
