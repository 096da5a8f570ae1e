package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"sync"
	"time"

	"qmsat/internal/memory"
	"qmsat/model"
	"qmsat/model/engine"
)

// run is the run of one contender on one puzzle in one round.
type run struct {
	result      engine.Result
	err         error         // of an engine that failed
	time        time.Duration // at least a nanosecond
	arrivals    arrivals
	interrupted bool    // cut off by the context's end, not by the timeout
	found       numbers // of its solutions
	repeated    string  // a solution that was listed twice, or ""
	invalid     error   // why a listed solution is wrong, or nil
	atFault     bool    // whatever the others found
}

// round is all contenders' runs on one puzzle, and the solutions that they find.
type round struct {
	*Config
	puzzle  model.Puzzle
	packing *packing
	mu      sync.Mutex // guards the rest: contenders may run at once
	key     []byte     // of the solution that comes
	known   solutions  // of all contenders
}

func newRound(config *Config, puzzle model.Puzzle) *round {
	r := &round{Config: config, puzzle: puzzle, packing: newPacking(config.Model)}
	r.key = make([]byte, r.packing.size)
	r.known.size = r.packing.size
	return r
}

// run lets a contender search. What is done with its solutions is taken off its time.
func (r *round) run(ctx context.Context, s *openContender) *run {
	whole := ctx
	ctx, cancel := r.limited(ctx, s.spent)
	defer cancel()
	s.spent = 0
	memory.Growing(ctx, "a search, with the solutions that are kept to be compared")
	done := &run{}
	if s.session == nil {
		done.err, done.time = s.open(ctx, r.Model), r.Timeout
		s.spent = 0
	}
	if s.session != nil {
		cube := append(r.Givens[:len(r.Givens):len(r.Givens)], r.puzzle.Cube...)
		var checking time.Duration
		start := time.Now()
		done.result, done.err = s.session.Run(ctx, cube, r.Limit, func(a model.Assignment) bool {
			entered := time.Now()
			done.arrivals.add(entered.Sub(start) - checking)
			r.record(done, cube, a)
			s.listed.Add(1)
			checking += time.Since(entered)
			return true
		})
		done.time = max(time.Since(start)-checking, 1)
	}
	if endedBy(ctx, done.err) {
		done.err = nil // it was cut off, no more
	}
	if done.err != nil {
		done.err = engine.Failed(s.Engine.Name, done.err)
		done.result.Outcome = engine.CutOff
	}
	if done.result.Count == nil {
		done.result.Count = new(big.Int)
	}
	done.interrupted = done.result.Outcome == engine.CutOff && whole.Err() != nil
	return done
}

// record checks a solution and remembers it.
func (r *round) record(done *run, cube model.Cube, a model.Assignment) {
	if err := cmp.Or(r.Model.Check(a), r.Model.CheckCube(a, cube)); err != nil {
		if done.invalid == nil {
			done.invalid = fmt.Errorf("%s is no solution: %w", r.Model.Notation().FormatSolution(r.Model, a), err)
		}
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.packing.pack(r.key, a)
	if !done.found.add(r.known.number(r.key)) && done.repeated == "" {
		done.repeated = r.Model.Notation().FormatSolution(r.Model, a)
	}
}

func (r *round) text(number int) string {
	a := make(model.Assignment, len(r.Model.Variables))
	r.packing.unpack(r.known.at(number), a)
	return r.Model.Notation().FormatSolution(r.Model, a)
}

// judge checks the contenders' results on one puzzle in one round: each alone, then all against the first one that exhausted its
// search, preferably one that lists solutions. The solutions of a contender with an incomplete search must be among its
// solutions. For one that counts without listing, only the count is compared.
func (report *Report) judge(p, number int, r *round, runs []*run) {
	fail := func(i, against int, err error, format string, args ...any) {
		report.fail(Failure{
			Puzzle: report.Puzzles[p], Index: p, Round: number, Contender: i, Label: report.Rows[i].Label, Against: against,
			Err: err, Reason: fmt.Sprintf(format, args...), Solutions: r.known.n,
		})
	}
	reference := -1
	for i, run := range runs {
		if run == nil {
			continue // stopped before it
		}
		row := &report.Rows[i]
		if reason := r.fault(run, row.MayFail()); reason != "" {
			fail(i, -1, run.err, "%s", reason)
			run.atFault = true
		} else if !run.result.Complete() {
			continue
		} else if before := row.Outcomes[p].Count; run.result.Count.Cmp(before) < 0 {
			fail(i, -1, nil, "%v solutions in round %d, %v before", run.result.Count, number+1, before)
		} else if reference < 0 || runs[reference].result.Unlisted && !run.result.Unlisted {
			reference = i
		}
	}
	for i, run := range runs {
		if run == nil || run.atFault {
			continue
		}
		outcome := &report.Rows[i].Outcomes[p]
		outcome.Compared = outcome.Compared || compared(i, runs)
		if reference < 0 || i == reference {
			continue
		}
		if reason := r.difference(run, runs[reference], report.Rows[reference].Label); reason != "" {
			fail(i, reference, nil, "%s", reason)
		}
	}
}

// compared reports whether another contender confirms one without a fault: both exhausted the search, or the limit stopped one or
// both at the same solutions.
func compared(i int, runs []*run) bool {
	for j, other := range runs {
		if j == i || other == nil || other.atFault {
			continue
		}
		switch ends := [...]engine.Outcome{runs[i].result.Outcome, other.result.Outcome}; ends {
		case [...]engine.Outcome{engine.Exhausted, engine.Exhausted}:
			return true
		case [...]engine.Outcome{engine.LimitReached, engine.LimitReached},
			[...]engine.Outcome{engine.LimitReached, engine.Exhausted}, [...]engine.Outcome{engine.Exhausted, engine.LimitReached}:
			if n := runs[i].found.count(); n > 0 && n == other.found.count() && runs[i].found.without(other.found).count() == 0 {
				return true
			}
		}
	}
	return false
}

// fault says what is wrong with a run on its own, or "".
func (r *round) fault(run *run, mayFail bool) string {
	count, listed := run.result.Count, run.arrivals.listed
	failed := new(engine.FailedError)
	switch ended := run.result.Outcome; {
	case errors.As(run.err, &failed):
		return failed.Err.Error()
	case run.err != nil:
		return run.err.Error()
	case run.invalid != nil:
		return run.invalid.Error()
	case run.repeated != "":
		return "lists twice: " + run.repeated
	case (!run.result.Unlisted || listed > 0) && count.Cmp(new(big.Int).SetUint64(listed)) != 0:
		return fmt.Sprintf("counts %v, but lists %d", count, listed)
	case mayFail && (ended == engine.Exhausted || ended == engine.LimitReached), !mayFail && (ended == engine.Solved || ended == engine.Stuck):
		return fmt.Sprintf("ends %s, which it cannot by its abilities", ended)
	case ended == engine.Solved && count.Sign() == 0:
		return "ends solved, without a solution"
	case ended == engine.LimitReached && (r.Limit == 0 || count.Cmp(new(big.Int).SetUint64(r.Limit)) != 0):
		return fmt.Sprintf("ends at the limit of %d solutions with %v", r.Limit, count)
	}
	return ""
}

// difference says how a run without fault contradicts another one that exhausted its search, or "". label names the other one.
func (r *round) difference(run, other *run, label string) string {
	complete := run.result.Complete()
	if run.result.Unlisted || other.result.Unlisted {
		order := run.result.Count.Cmp(other.result.Count)
		if order > 0 || order < 0 && complete {
			return fmt.Sprintf("%v solutions, %s has %v", run.result.Count, label, other.result.Count)
		}
		return ""
	}
	if solution, ok := r.known.least(run.found.without(other.found)); ok {
		return fmt.Sprintf("%d solutions, %s has %d and lacks %s", run.arrivals.listed, label, other.arrivals.listed, r.text(solution))
	}
	if solution, ok := r.known.least(other.found.without(run.found)); ok && complete {
		return fmt.Sprintf("%d solutions, %s has %d; lacks %s", run.arrivals.listed, label, other.arrivals.listed, r.text(solution))
	}
	return ""
}
