package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"qmsat/compare"
	"qmsat/encode/sat"
	"qmsat/model"
	"qmsat/model/checkpoint"
	"qmsat/model/engine"
	"qmsat/model/engine/parallel"
)

// search runs one engine on puzzles, one after the other; solve and count differ in what they print.
type search struct {
	task      *task
	contender compare.Contender
	limit     uint64
	timeout   time.Duration
	workers   int        // 0: one search, not split
	keep      string     // the checkpoint, or ""
	givens    model.Cube // of the puzzle that is searched, those of the model file included
	// solution is called with each solution as it is found; an error ends the command. It may be nil.
	solution func(a model.Assignment) error
	// done is called when a puzzle's search has ended.
	done func(p model.Puzzle, o outcome) error
}

// outcome is how the search on one puzzle ended.
type outcome struct {
	engine.Result
	seconds float64
	stopped bool // by a timeout or an interrupt
}

// run searches the puzzles. A puzzle that a timeout stopped is reported and the next one begun; an interrupt ends the
// command after what was found is printed. Either way the status is that of a stop.
func (s *search) run(ctx context.Context, streams streams, args []string, out *lines) error {
	puzzles, err := s.task.readPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	if s.keep != "" && puzzles.total != 1 {
		return usageErrorf("--checkpoint with more than one puzzle: a file keeps the work of one count")
	}
	session, done, err := s.open(ctx, streams)
	if err != nil {
		return inputError(err)
	}
	defer done()
	step, finish := progress(streams.err, puzzles.total)
	defer finish()
	var stop error
	for p, err := range puzzles.all {
		if err != nil {
			return firstError(out.flush(), inputError(err))
		}
		o, err := s.puzzle(ctx, session, p)
		if o.stopped {
			stop = s.stopError(ctx, p, err)
		} else if err != nil {
			return firstError(out.flush(), err)
		} else if o.Outcome == engine.Stuck {
			stop = s.stuckError(p)
		}
		if err := s.done(p, o); err != nil {
			return err
		}
		step()
		if ctx.Err() != nil {
			break
		}
	}
	return firstError(out.flush(), stop)
}

// open opens the session that the flags ask for, and returns what closes it.
func (s *search) open(ctx context.Context, streams streams) (session engine.Session, done func(), err error) {
	e, m, options := s.contender.Engine, s.task.model, s.contender.Options
	if s.workers == 0 && s.keep == "" {
		session, err = e.Open(ctx, m, options)
		return session, func() { session.Close() }, err
	}
	show, finish := countProgress(streams.err)
	session, err = parallel.Open(ctx, e, m, options, parallel.Options{
		Workers: max(s.workers, 1), Checkpoint: s.keep, Progress: show,
	})
	return session, func() { finish(); session.Close() }, err
}

// puzzle searches one puzzle. What is done with its solutions is taken off its time.
func (s *search) puzzle(ctx context.Context, session engine.Session, p model.Puzzle) (outcome, error) {
	if s.timeout > 0 {
		limited, cancel := context.WithTimeout(ctx, s.timeout)
		defer cancel()
		ctx = limited
	}
	var failed error
	var printing time.Duration
	yield := func(a model.Assignment) bool {
		entered := time.Now()
		failed = s.solution(a)
		printing += time.Since(entered)
		return failed == nil
	}
	if s.solution == nil {
		yield = nil
	}
	s.givens = slices.Concat(s.task.givens, p.Cube)
	start := time.Now()
	result, err := session.Run(ctx, s.givens, s.limit, yield)
	o := outcome{Result: result, seconds: (time.Since(start) - printing).Seconds()}
	if failed != nil {
		return o, failed
	}
	if result.Unlisted && s.solution != nil {
		return o, errListsNone(s.contender.Engine)
	}
	if refused := new(checkpoint.RefusedError); errors.As(err, &refused) {
		return o, inputError(err)
	}
	o.stopped = ctx.Err() != nil && result.Outcome == engine.CutOff && err == nil
	return o, err
}

// stopError says what was stopped; reaching --limit is no stop.
func (s *search) stopError(ctx context.Context, p model.Puzzle, err error) error {
	why := fmt.Sprintf("stopped after %v", s.timeout)
	if ctx.Err() != nil {
		why = "interrupted"
	}
	if s.keep != "" {
		why += "; " + s.keep + " keeps what was finished"
	}
	if err != nil {
		return &exitError{statusStopped, fmt.Errorf("%s: %s: %w", where(p), why, err)}
	}
	return &exitError{statusStopped, fmt.Errorf("%s: %s", where(p), why)}
}

// firstError returns the first error that is not nil.
func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// record is the JSON object of a searched puzzle.
type record struct {
	File      string           `json:"file,omitempty"`
	Line      int              `json:"line,omitempty"`
	Puzzle    string           `json:"puzzle"`
	Delta     *int             `json:"delta"`
	Engine    string           `json:"engine"`
	Encoding  string           `json:"encoding"`
	Count     string           `json:"count"`
	Complete  bool             `json:"complete"`
	Outcome   string           `json:"outcome"`
	Cause     string           `json:"cause,omitempty"` // of what was cut off
	Solutions *[]string        `json:"solutions,omitempty"`
	Seconds   float64          `json:"seconds"`
	Effort    map[string]int64 `json:"effort"`
}

// record sums a search up.
func (s *search) record(p model.Puzzle, o outcome) record {
	return record{
		File: p.File, Line: p.Line, Puzzle: p.Text,
		Delta: s.task.delta, Engine: s.contender.Engine.Name, Encoding: sat.EncodingOf(s.contender.Options),
		Count: o.count(), Complete: o.Complete(), Outcome: o.Outcome.String(), Cause: causeText(o.Result),
		Seconds: o.seconds, Effort: effortMap(o.Effort),
	}
}

// count returns the digits of the count; an engine that failed at once has none.
func (o outcome) count() string {
	if o.Count == nil {
		return "0"
	}
	return o.Count.String()
}

func effortMap(measures engine.Effort) map[string]int64 {
	effort := make(map[string]int64, len(measures))
	for _, m := range measures {
		effort[m.Name] = m.Value
	}
	return effort
}
