package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// Contender is an engine with its options.
type Contender struct {
	Engine  *engine.Engine
	Options engine.Options
}

// Config says what is compared.
type Config struct {
	Model      *model.Model
	Contenders []Contender
	Givens     model.Cube    // added to every puzzle
	Limit      uint64        // solutions per puzzle and contender; 0 for all
	Timeout    time.Duration // per puzzle and contender; 0 for none
	Random     *rand.Rand    // shuffles the contenders for each puzzle; nil: always in the given order
	Progress   func()        // called after each puzzle; may be nil
}

// Report is the outcome of a comparison.
type Report struct {
	Rows     []Row     // one per contender, in order
	Failures []Failure // in the order they were found; empty where all agree
	Puzzles  int
	Stopped  bool // a timeout or the context's end left some search unfinished
}

// Row sums up what one contender did.
type Row struct {
	Contender Contender
	Puzzles   int
	Complete  int      // puzzles whose search was exhausted
	Solutions *big.Int // in all
	Open      time.Duration
	Times     []time.Duration // by puzzle, without opening the session and without checking
	Effort    []engine.Measure
}

// Solve returns the sum of the times.
func (row *Row) Solve() time.Duration {
	var sum time.Duration
	for _, t := range row.Times {
		sum += t
	}
	return sum
}

// Failure is a puzzle on which a contender was caught.
type Failure struct {
	Puzzle model.Puzzle
	Engine string // who
	Reason string // what was wrong
	// Solutions is the largest number of solutions that a contender found, a measure of the case's size.
	Solutions int
}

// Smallest returns the failure with the fewest solutions and, among these, the most givens: the easiest to look into.
func (r *Report) Smallest() (Failure, bool) {
	if len(r.Failures) == 0 {
		return Failure{}, false
	}
	smallest := r.Failures[0]
	for _, f := range r.Failures[1:] {
		if cmp.Or(cmp.Compare(f.Solutions, smallest.Solutions),
			cmp.Compare(len(smallest.Puzzle.Cube), len(f.Puzzle.Cube))) < 0 {
			smallest = f
		}
	}
	return smallest, true
}

// Run compares the contenders on the puzzles, puzzle by puzzle, each contender in turn. An error is of the puzzles'
// source or of opening a session; what contenders do wrong stands in the report. The context's end stops it, and the
// report says so.
func Run(ctx context.Context, config Config, puzzles iter.Seq2[model.Puzzle, error]) (*Report, error) {
	report := &Report{}
	sessions := make([]engine.Session, len(config.Contenders))
	for i, contender := range config.Contenders {
		start := time.Now()
		session, err := engine.OpenDurable(contender.Engine, config.Model, contender.Options)
		if err != nil {
			return nil, err
		}
		defer session.Close()
		sessions[i] = session
		report.Rows = append(report.Rows, Row{Contender: contender, Solutions: new(big.Int), Open: time.Since(start)})
	}
	for puzzle, err := range puzzles {
		if err != nil {
			return report, err
		}
		if ctx.Err() != nil {
			report.Stopped = true
			break
		}
		runs := make([]*run, len(sessions))
		for _, i := range config.order() {
			runs[i] = config.run(ctx, sessions[i], puzzle)
			report.add(i, runs[i])
		}
		report.Puzzles++
		report.judge(config, puzzle, runs)
		if config.Progress != nil {
			config.Progress()
		}
	}
	return report, nil
}

// order returns the contenders in the order in which they run on the next puzzle.
func (config *Config) order() []int {
	if config.Random != nil {
		return config.Random.Perm(len(config.Contenders))
	}
	order := make([]int, len(config.Contenders))
	for i := range order {
		order[i] = i
	}
	return order
}

// run is what one contender did on one puzzle.
type run struct {
	result   engine.Result
	err      error
	time     time.Duration
	stopped  bool                // by a timeout or the context
	found    map[string]struct{} // the solutions, as their outputs are written
	repeated string              // a solution that was listed twice, or ""
	invalid  error               // why a listed solution is none, or nil
}

// run lets a contender search. What is done with its solutions is taken off its time.
func (config *Config) run(ctx context.Context, session engine.Session, puzzle model.Puzzle) *run {
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
		r.record(m, cube, a, notation)
		checking += time.Since(entered)
		return true
	})
	r.time = time.Since(start) - checking
	r.stopped = ctx.Err() != nil && !r.result.Complete
	if r.stopped && errors.Is(r.err, engine.ErrAbandoned) {
		r.err = nil
	}
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

// add sums a run up in the contender's row.
func (report *Report) add(i int, r *run) {
	row := &report.Rows[i]
	row.Puzzles++
	row.Times = append(row.Times, r.time)
	if r.stopped {
		report.Stopped = true
	}
	if r.result.Complete {
		row.Complete++
	}
	if r.result.Count != nil {
		row.Solutions.Add(row.Solutions, r.result.Count)
	}
	for _, measure := range r.result.Effort {
		row.addEffort(measure)
	}
}

func (row *Row) addEffort(measure engine.Measure) {
	for i := range row.Effort {
		if row.Effort[i].Name == measure.Name {
			row.Effort[i].Value += measure.Value
			return
		}
	}
	row.Effort = append(row.Effort, measure)
}

// judge looks at what the contenders found on one puzzle: each by itself, then all against the first one that exhausted
// its search, preferably one that lists solutions. A contender that did not may know fewer solutions than that one, but none
// that it does not know. Of one that counts without listing, the count is compared.
func (report *Report) judge(config Config, puzzle model.Puzzle, runs []*run) {
	most := 0
	for _, r := range runs {
		most = max(most, len(r.found))
	}
	fail := func(i int, format string, args ...any) {
		report.Failures = append(report.Failures, Failure{
			Puzzle: puzzle, Engine: config.Contenders[i].Engine.Name,
			Reason: fmt.Sprintf(format, args...), Solutions: most,
		})
	}
	reference := -1
	for i, r := range runs {
		if reason := r.fault(); reason != "" {
			fail(i, "%s", reason)
		} else if r.result.Complete && (reference < 0 || runs[reference].result.Unlisted && !r.result.Unlisted) {
			reference = i
		}
	}
	if reference < 0 {
		return
	}
	name := config.Contenders[reference].Engine.Name
	for i, r := range runs {
		if i == reference || r.fault() != "" {
			continue
		}
		if r.result.Unlisted || runs[reference].result.Unlisted {
			difference := r.result.Count.Cmp(runs[reference].result.Count)
			if difference > 0 || difference < 0 && r.result.Complete {
				fail(i, "%v solutions, %s has %v", r.result.Count, name, runs[reference].result.Count)
			}
			continue
		}
		if solution, ok := missing(r.found, runs[reference].found); ok {
			fail(i, "%d solutions, %s has %d and lacks %s", len(r.found), name, len(runs[reference].found), solution)
		} else if solution, ok := missing(runs[reference].found, r.found); ok && r.result.Complete {
			fail(i, "%d solutions, %s has %d; lacks %s", len(r.found), name, len(runs[reference].found), solution)
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
