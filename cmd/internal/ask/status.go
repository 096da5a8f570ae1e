package ask

import (
	"context"
	"fmt"
	"time"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/native"
)

func init() {
	register(Method{Name: "status", Summary: "whether a puzzle has a solution, whether one only, and how many solutions each candidate has", emits: []any{known{}, possible{}}}, status)
}

type statusRequest struct {
	About
	Limit  uint64  `json:"limit" value:"100" least:"1" most:"10000" note:"of the count of each candidate"`
	Within float64 `json:"within" least:"0" most:"60" note:"seconds from the request for counting; the values are found in any case; 0: no limit"`
}

// known says what is known first.
type known struct {
	Solvable bool `json:"solvable"`
	Unique   bool `json:"unique"`
}

// possible says what is known next: the values that are possible, with the solutions counted so far.
type possible struct {
	known
	Counts candidateCounts `json:"counts"` // of each candidate
	Limit  uint64          `json:"limit"`
}

// candidateCounts are numbers of solutions by cell and value, up to a limit. Values without a solution are left out.
type candidateCounts map[string]map[int]uint64

type statusAnswer struct {
	Solvable *bool           `json:"solvable"` // null: not known
	Unique   *bool           `json:"unique"`
	Counts   candidateCounts `json:"counts"` // of each candidate
	Exact    bool            `json:"exact"`  // the candidates are exact, even if their counts are not complete
	Limit    uint64          `json:"limit"`
	Complete bool            `json:"complete"` // otherwise the counts are lower bounds
	Cause    string          `json:"cause,omitempty"`
	Seconds  float64         `json:"seconds"`
	Engine   string          `json:"engine"`
}

func status(ctx context.Context, q statusRequest, emit func(any) error) (answer statusAnswer, err error) {
	begun := time.Now()
	m, givens, err := q.Puzzle.bare(ctx)
	if err != nil {
		return answer, err
	}
	answer = statusAnswer{Limit: q.Limit, Engine: "native"}
	session, err := pool.open(ctx, m)
	if err != nil {
		return answer, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	tell := func(event any) {
		if failed := emit(event); failed != nil {
			cancel(failed)
		}
	}
	var open compare.Opener
	if native.GainsByNarrowing(ctx, m) {
		open = openRaced
	}
	counts, err := compare.Candidates(ctx, session, open, m, givens, q.Limit, compare.Told{
		Solvable: func(solvable, several bool) {
			unique := solvable && !several
			answer.Solvable, answer.Unique = &solvable, &unique
			tell(known{solvable, unique})
		},
		Exist: func(counts compare.Counts) {
			answer.Exact = true
			if within := time.Duration(q.Within * float64(time.Second)); within > 0 {
				time.AfterFunc(within-time.Since(begun), func() { cancel(fmt.Errorf("counted for %g s", within.Seconds())) })
			}
			tell(possible{known{*answer.Solvable, *answer.Unique}, countsByName(m, counts), q.Limit})
		},
	})
	if err != nil && ctx.Err() == nil {
		session.Close() // it may be broken
		return answer, err
	}
	pool.keep(session)
	if answer.Complete = err == nil; !answer.Complete {
		answer.Cause = err.Error()
	}
	answer.Counts = countsByName(m, counts)
	if solvable := counts.Some(); solvable && answer.Solvable == nil {
		answer.Solvable = &solvable
	}
	answer.Seconds = time.Since(begun).Seconds()
	return answer, nil
}

// countsByName gives counts by the names of outputs.
func countsByName(m *model.Model, counts compare.Counts) candidateCounts {
	outputs := m.OutputVars()
	named := make(candidateCounts, len(outputs))
	for _, v := range outputs {
		of := map[int]uint64{}
		for i, n := range counts[v] {
			if n > 0 {
				of[m.DomainOf(v).Value(i)] = n
			}
		}
		named[m.NameOf(v)] = of
	}
	return named
}
