package compare

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"
	"time"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Report is the outcome of a comparison.
type Report struct {
	Puzzles  []model.Puzzle // in input order, not in the order of the runs
	Rounds   int
	WarmUp   int
	Seed     uint64
	Rows     []Row     // one per contender, in order
	Failures []Failure // by puzzle, then by contender; empty if all agree
	Stopped  bool      // a timeout or the context's end left some search unfinished, or not begun
}

// Row holds the results of one contender.
type Row struct {
	Contender Contender
	Label     string // names the contender, unlike all others of the report
	Open      time.Duration
	Outcomes  []Outcome     // by puzzle, in the order of the report's puzzles
	Effort    engine.Effort // of all rounds, without the warm-up
}

// Outcome is the result of a contender on one puzzle in all rounds.
type Outcome struct {
	// Times has the time of each round, without opening the session and without checking. The time of a cut-off search ends there.
	// The list is shorter if the comparison was stopped.
	Times []time.Duration
	Count *big.Int // solutions found, the most of any round; nil if the contender never ran
	// Ended is the least informative outcome of its rounds. A round in which the engine failed counts as cut off.
	Ended engine.Outcome
	Err   error // of an engine that failed
	// Effort is the sum over all rounds.
	Effort engine.Effort
	// Compared says that another contender confirmed a round: both exhausted the search, or met the limit at the same solutions.
	// It is a failure if both exhausted it and differ.
	Compared bool
	// GivenUp is the shortest time of a round without an answer; 0 if there is none.
	GivenUp time.Duration
	// Interrupted says that the context cut a round off. Then the time says nothing about the puzzle, unlike after a timeout.
	Interrupted bool
	// Arrivals has when, in the first round, the search had listed 1, 2, 4, … solutions: element k is for 2ᵏ. The time is taken
	// as Times is.
	Arrivals []time.Duration
}

// Failure is a puzzle on which a contender is wrong. It is reported once, even if several rounds show it.
type Failure struct {
	Puzzle    model.Puzzle
	Index     int    // of the puzzle in the report
	Round     int    // the first one that shows it, from 0
	Contender int    // who, an index in the report's rows
	Label     string // of the contender
	// Against is the contender whose solutions differ from this one's, or -1 if this one is wrong on its own.
	Against int
	Err     error  // of an engine that failed; nil if its result is wrong
	Reason  string // what was wrong
	// Solutions is how many solutions the contenders listed, each counted once: a measure of the case's size.
	Solutions int
}

// Error implements error.
func (f *Failure) Error() string {
	return fmt.Sprintf("puzzle %d, %s: %s", f.Index+1, f.Label, f.Reason)
}

// Unwrap returns the error of an engine that failed.
func (f *Failure) Unwrap() error { return f.Err }

// Agreed is [Run], but returns the first [Failure] as an error.
func Agreed(ctx context.Context, config Config, puzzles []model.Puzzle) (*Report, error) {
	report, err := Run(ctx, config, puzzles)
	switch {
	case err != nil:
		return nil, err
	case ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case len(report.Failures) > 0:
		return nil, &report.Failures[0]
	}
	return report, nil
}

func newReport(config *Config, puzzles []model.Puzzle) *Report {
	report := &Report{Puzzles: puzzles, Rounds: config.Rounds, WarmUp: config.WarmUp, Seed: config.Seed}
	names := labels(config.Contenders)
	for i, contender := range config.Contenders {
		times := make([]time.Duration, config.Rounds*len(puzzles)) // of all puzzles, in one piece
		outcomes := make([]Outcome, len(puzzles))
		for p := range outcomes {
			own := times[p*config.Rounds : (p+1)*config.Rounds]
			outcomes[p].Times = own[:0:len(own)]
		}
		report.Rows = append(report.Rows, Row{Contender: contender, Label: names[i], Outcomes: outcomes})
	}
	return report
}

// add enters a run of a contender on a puzzle.
func (report *Report) add(i, p int, r *run) {
	row := &report.Rows[i]
	row.Outcomes[p].add(r)
	report.Stopped = report.Stopped || r.err == nil && r.result.Outcome == engine.CutOff
	row.Effort.Add(r.result.Effort)
}

func (o *Outcome) add(r *run) {
	if !o.Ran() {
		o.Arrivals, o.Ended, o.Count = r.arrivals.times, r.result.Outcome, r.result.Count
	}
	o.Times = append(o.Times, r.time)
	o.Effort.Add(r.result.Effort)
	if says[r.result.Outcome] < says[o.Ended] {
		o.Ended = r.result.Outcome
	}
	if says[r.result.Outcome] < says[engine.Solved] && (o.GivenUp == 0 || r.time < o.GivenUp) {
		o.GivenUp = r.time
	}
	o.Err = cmp.Or(o.Err, r.err)
	o.Interrupted = o.Interrupted || r.interrupted
	if r.result.Count.Cmp(o.Count) > 0 {
		o.Count = r.result.Count
	}
}

// says ranks outcomes from least to most informative.
var says = map[engine.Outcome]int{
	engine.CutOff: 0, engine.Stuck: 1, engine.Solved: 2, engine.LimitReached: 3, engine.Exhausted: 4,
}

// Ran reports whether the contender ran on the puzzle at all.
func (o *Outcome) Ran() bool { return len(o.Times) > 0 }

// Exhausted reports whether all solutions are known.
func (o *Outcome) Exhausted() bool { return o.Ran() && o.Ended == engine.Exhausted }

// Answered reports whether every round found everything requested: all solutions, as many as the limit, or one if the engine may
// fail.
func (o *Outcome) Answered() bool { return o.Ran() && says[o.Ended] >= says[engine.Solved] }

// CutOff reports whether a timeout or the context ended a round.
func (o *Outcome) CutOff() bool { return o.Ran() && o.Ended == engine.CutOff && o.Err == nil }

// String names the outcome, such as "exhausted". "failed" and "not run" are in addition to the words of engines.
func (o *Outcome) String() string {
	switch {
	case !o.Ran():
		return "not run"
	case o.Err != nil:
		return "failed"
	}
	return o.Ended.String()
}

func (row *Row) number(is func(o *Outcome) bool) int {
	return lists.Count(row.Outcomes, func(o Outcome) bool { return is(&o) })
}

// Puzzles returns how many puzzles the contender ran on.
func (row *Row) Puzzles() int { return row.number((*Outcome).Ran) }

// NotRun returns how many puzzles the contender never ran on.
func (row *Row) NotRun() int { return len(row.Outcomes) - row.Puzzles() }

// Exhausted returns of how many puzzles the search was exhausted.
func (row *Row) Exhausted() int { return row.number((*Outcome).Exhausted) }

// Complete reports whether there are puzzles, and the search of each was exhausted.
func (row *Row) Complete() bool { return len(row.Outcomes) > 0 && row.Exhausted() == len(row.Outcomes) }

// CutOff returns how many puzzles a timeout or the context's end cut off.
func (row *Row) CutOff() int { return row.number((*Outcome).CutOff) }

// Unfinished returns how many puzzles the contender ran on without an answer: it was cut off, was stuck or failed.
func (row *Row) Unfinished() int {
	return row.number(func(o *Outcome) bool { return o.Ran() && !o.Answered() })
}

// Compared returns the number of puzzles on which each round had an answer that another contender confirmed.
func (row *Row) Compared() int {
	return row.number(func(o *Outcome) bool { return o.Answered() && o.Compared })
}

// Ended returns how many puzzles ended so.
func (row *Row) Ended(outcome engine.Outcome) int {
	return row.number(func(o *Outcome) bool { return o.Ran() && o.Err == nil && o.Ended == outcome })
}

// MayFail reports whether the contender's engine may fail. Such an engine only looks for a solution; its counts are not compared.
func (row *Row) MayFail() bool { return row.Contender.Engine.Abilities.MayFail }

// Solutions returns the number of solutions of all puzzles in one round.
func (row *Row) Solutions() *big.Int {
	sum := new(big.Int)
	for _, o := range row.Outcomes {
		if o.Ran() {
			sum.Add(sum, o.Count)
		}
	}
	return sum
}

// Solve returns the time of one round: the sum of the puzzles' medians.
func (row *Row) Solve() time.Duration {
	return lists.Sum(row.Outcomes, func(o Outcome) time.Duration { return o.Median() })
}

// Total returns the time of all rounds.
func (row *Row) Total() time.Duration {
	return lists.Sum(row.Outcomes, func(o Outcome) time.Duration {
		return lists.Sum(o.Times, func(t time.Duration) time.Duration { return t })
	})
}

// fail enters a failure, unless the contender was caught on the puzzle before.
func (report *Report) fail(f Failure) {
	if !slices.ContainsFunc(report.Failures, func(other Failure) bool {
		return other.Index == f.Index && other.Contender == f.Contender
	}) {
		report.Failures = append(report.Failures, f)
	}
}

// Smallest returns the failure that is the easiest to look into, as [Smaller] orders them.
func (report *Report) Smallest() (Failure, bool) {
	if len(report.Failures) == 0 {
		return Failure{}, false
	}
	return slices.MinFunc(report.Failures, Smaller), true
}

// Smaller orders failures: wrong results come before failed engines, then fewer solutions before more, then more givens before
// fewer.
func Smaller(a, b Failure) int {
	order := cmp.Or(cmp.Compare(a.Solutions, b.Solutions), cmp.Compare(len(b.Puzzle.Cube), len(a.Puzzle.Cube)))
	switch {
	case a.Err == nil && b.Err != nil:
		return -1
	case a.Err != nil && b.Err == nil:
		return 1
	}
	return order
}
