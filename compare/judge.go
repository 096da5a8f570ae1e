package compare

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// run is what one contender did on one puzzle in one round.
type run struct {
	result      engine.Result
	err         error
	time        time.Duration // at least a nanosecond
	arrivals    arrivals
	stopped     bool                // by a timeout or the context
	interrupted bool                // by the context
	found       map[string]struct{} // the solutions, as their outputs are written
	repeated    string              // a solution that was listed twice, or ""
	invalid     error               // why a listed solution is none, or nil
}

// run lets a contender search. What is done with its solutions is taken off its time.
func (config *Config) run(ctx context.Context, session engine.Session, puzzle model.Puzzle) *run {
	whole := ctx
	if config.Timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, config.Timeout)
		defer cancel()
		ctx = limited
	}
	m := config.Model
	cube := append(config.Givens[:len(config.Givens):len(config.Givens)], puzzle.Cube...)
	r := &run{found: map[string]struct{}{}}
	notation := m.Notation()
	var checking time.Duration
	start := time.Now()
	r.result, r.err = session.Run(ctx, cube, config.Limit, func(a model.Assignment) bool {
		entered := time.Now()
		r.arrivals.add(entered.Sub(start) - checking)
		r.record(m, cube, a, notation)
		checking += time.Since(entered)
		return true
	})
	r.time = max(time.Since(start)-checking, 1)
	r.stopped = ctx.Err() != nil && !r.result.Complete()
	r.interrupted = r.stopped && whole.Err() != nil
	return r
}

// record checks a solution and remembers it.
func (r *run) record(m *model.Model, cube model.Cube, a model.Assignment, notation model.Notation) {
	err := m.Check(a)
	if err == nil {
		err = m.CheckCube(a, cube)
	}
	text := notation.FormatSolution(m, a)
	if err != nil && r.invalid == nil {
		r.invalid = fmt.Errorf("%s is no solution: %w", text, err)
	}
	if _, again := r.found[text]; again && r.repeated == "" {
		r.repeated = text
	}
	r.found[text] = struct{}{}
}

// count returns how many solutions the engine says it found; one that failed at once says nothing.
func (r *run) count() *big.Int {
	if r.result.Count == nil {
		return new(big.Int)
	}
	return r.result.Count
}

// judge looks at what the contenders found on one puzzle in one round: each by itself, then all against the first one that
// exhausted its search, preferably one that lists solutions. A contender that did not may know fewer solutions than that
// one, but none that it does not know. Of one that counts without listing, the count is compared.
func (report *Report) judge(p, round int, runs []*run) {
	most := 0
	for _, r := range runs {
		most = max(most, len(r.found))
	}
	reference := -1
	fail := func(i, against int, format string, args ...any) {
		report.fail(Failure{
			Puzzle: report.Puzzles[p], Index: p, Round: round, Contender: i, Label: report.Rows[i].Label, Against: against,
			Reason: fmt.Sprintf(format, args...), Solutions: most,
		})
	}
	for i, r := range runs {
		if reason := r.fault(); reason != "" {
			fail(i, -1, "%s", reason)
		} else if before := report.Rows[i].Outcomes[p].Count; r.result.Complete() && r.count().Cmp(before) < 0 {
			fail(i, -1, "%v solutions in round %d, %v before", r.count(), round+1, before)
		} else if r.result.Complete() && (reference < 0 || runs[reference].result.Unlisted && !r.result.Unlisted) {
			reference = i
		}
	}
	if reference < 0 {
		return
	}
	for i, r := range runs {
		if i == reference || r.fault() != "" {
			continue
		}
		if reason := r.difference(runs[reference], report.Rows[reference].Label); reason != "" {
			fail(i, reference, "%s", reason)
		}
	}
}

// fault says what is wrong with a run whatever the others found, or "".
func (r *run) fault() string {
	switch {
	case r.err != nil:
		return r.err.Error()
	case r.invalid != nil:
		return r.invalid.Error()
	case r.repeated != "":
		return "lists twice: " + r.repeated
	case r.result.Unlisted && len(r.found) == 0:
		return ""
	case r.result.Count == nil || r.result.Count.Cmp(big.NewInt(int64(len(r.found)))) != 0:
		return fmt.Sprintf("counts %v, but lists %d", r.result.Count, len(r.found))
	}
	return ""
}

// difference says in what a run without fault contradicts another one that exhausted its search, or "". The other is called
// by its label.
func (r *run) difference(other *run, label string) string {
	if r.result.Unlisted || other.result.Unlisted {
		order := r.result.Count.Cmp(other.result.Count)
		if order > 0 || order < 0 && r.result.Complete() {
			return fmt.Sprintf("%v solutions, %s has %v", r.result.Count, label, other.result.Count)
		}
		return ""
	}
	if solution, ok := missing(r.found, other.found); ok {
		return fmt.Sprintf("%d solutions, %s has %d and lacks %s", len(r.found), label, len(other.found), solution)
	}
	if solution, ok := missing(other.found, r.found); ok && r.result.Complete() {
		return fmt.Sprintf("%d solutions, %s has %d; lacks %s", len(r.found), label, len(other.found), solution)
	}
	return ""
}

// missing returns the first solution, in the order of their text, that is in one set and not in the other.
func missing(in, notIn map[string]struct{}) (string, bool) {
	first, found := "", false
	for text := range in {
		if _, ok := notIn[text]; !ok && (!found || text < first) {
			first, found = text, true
		}
	}
	return first, found
}
