package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/compare"
	"qmsat/encode/sat"
	"qmsat/internal/checkpoint"
	"qmsat/model"
	"qmsat/model/cluster"
	"qmsat/model/engine"
	"qmsat/model/parallel"
)

// search runs one engine on puzzles, one after the other. solve and count use it and print differently.
type search struct {
	task      *task
	contender compare.Contender
	limit     uint64
	timeout   time.Duration // of each puzzle; the first puzzle's has begun
	begun     time.Time
	workers   int            // 0: one search, not split
	keep      string         // the checkpoint, or ""
	kept      string         // the checkpoint, here or of an embedded server
	beside    *engine.Engine // second engine of a race, started after a delay; nil: none
	verb      string         // what the winner of a race has done
	counts    *counts        // confirms counts; nil: no confirmation
	spread    *clusterRun    // over a cluster, if requested
	stderr    io.Writer
	session   engine.Session          // nil until it is opened
	givens    model.Cube              // of the current puzzle, including the model file's
	ranked    bool                    // optimize
	show      func(parallel.Progress) // of a divided search
	watch     func(engine.Progress)   // of the search of a single puzzle; nil for several
	differ    bool                    // tell where two solutions differ
	pair      []model.Assignment      // of the current puzzle, if differ is set
	// solution is called with each solution when it is found; an error ends the command. It may be nil.
	solution func(a model.Assignment) error
	// done is called when a puzzle's search has ended.
	done func(p model.Puzzle, o outcome) error
}

// outcome is the result of the search on one puzzle.
type outcome struct {
	engine.Result
	seconds float64
	stop    error // why it stopped: a timeout, the memory budget or an interrupt
	// confirmation of the count; nil: no other engine counted
	confirmation *engine.Confirmation
}

// confirmed reports whether an unrelated engine found the same count.
func (o outcome) confirmed() bool { return o.confirmation != nil && o.confirmation.Confirms(o.Result) }

// engine returns the engine that found the result.
func (s *search) engine(r engine.Result) *engine.Engine { return cmp.Or(r.By, s.contender.Engine) }

// run searches the puzzles. After a timeout it reports the puzzle and goes on with the next one. An interrupt ends the command
// after the results so far are printed. Both set the exit status to stopped.
func (s *search) run(ctx context.Context, streams streams, args []string, out *lines) error {
	puzzles, err := s.task.readPuzzles(streams.in, args)
	if err != nil {
		return err
	}
	if s.keep != "" && puzzles.total == unknownTotal {
		puzzles, err = listed(puzzles)
	}
	if err != nil {
		return orStopped(ctx, err)
	}
	if s.keep != "" && puzzles.total != 1 {
		return usageErrorf("--checkpoint: found %d puzzles, expected one: a checkpoint keeps the work of one count", puzzles.total)
	}
	defer s.close()
	running := newShare(streams.err, "")
	defer running.clear()
	turning := func() {}
	defer func() { turning() }()
	if s.stderr = streams.err; s.spread.given() {
		s.spread.follow.Progress = running.items
	} else if s.divided() {
		s.show = running.count
	} else if puzzles.total == 1 {
		turning = newSpinner(streams.err, s.contender.Engine.Name+" searches").turn()
		s.watch = func(p engine.Progress) {
			turning()
			running.reached(p)
		}
	}
	err = puzzles.each(ctx, streams.err, func(p model.Puzzle) (stop, err error) {
		o, err := s.puzzle(ctx, p)
		turning()
		running.clear()
		switch {
		case o.stop != nil:
			stop = s.stopError(p, o)
		case err != nil:
			return nil, err
		case o.Outcome == engine.Stuck:
			stop = &exitError{statusStopped, fmt.Errorf("%s: engine %s is stuck", where(p), s.contender.Engine.Name)}
		}
		if o.By != nil {
			fmt.Fprintf(streams.err, "%s: %s by %s\n", where(p), s.verb, o.By.Name)
		}
		if err = s.done(p, o); err == nil {
			err = s.verdict(p, o)
		}
		return stop, err
	})
	return firstError(out.flush(), err)
}

// divided reports whether searches are split into cubes.
func (s *search) divided() bool { return s.workers > 0 || s.keep != "" }

// over sets the cluster and the checkpoint of a search.
func (s *search) over(over *clusterRun, checkpoint string) error {
	if s.kept = checkpoint; !over.given() {
		s.keep = checkpoint
		return nil
	}
	s.spread, over.workers, over.checkpoint = over, s.workers, checkpoint
	return over.check()
}

// open opens the session that the flags ask for, unless it is open.
func (s *search) open(ctx context.Context) (err error) {
	if s.session != nil {
		return nil
	}
	m := s.task.model
	if s.ranked {
		m = s.task.ranked()
	}
	s.session, err = s.openOn(ctx, m)
	if err == nil && s.ranked {
		s.session = engine.Ranked(s.session, m, s.openOn)
	}
	if err == nil && s.beside != nil {
		s.session = engine.Race(s.session, s.beside, m, compare.RaceDelay(s.limit), racePatience)
		s.reported(s.session)
	}
	return err
}

func (s *search) openOn(ctx context.Context, m *model.Model) (engine.Session, error) {
	e, options := s.contender.Engine, s.contender.Options
	if s.spread.given() {
		return s.spread.open(ctx, s.stderr, engine.Chosen{Engine: e, Options: options}, m, cmp.Or(s.task.file, s.task.model.Name))
	}
	if !s.divided() {
		session, err := e.Open(ctx, m, options)
		s.reported(session)
		return session, err
	}
	return parallel.Open(ctx, e, m, options, parallel.Options{Workers: max(s.workers, 1), Checkpoint: s.keep, Progress: s.show})
}

// reported shows the progress of a session's runs, if the session reports it.
func (s *search) reported(session engine.Session) {
	if r, is := session.(engine.Reporter); is && s.watch != nil {
		r.Report(s.watch)
	}
}

func (s *search) close() {
	if s.session != nil {
		s.session.Close()
	}
}

// puzzle searches one puzzle. Its time excludes the handling of solutions. Its timeout includes opening the session; if the time
// ends meanwhile, the next puzzle tries again.
func (s *search) puzzle(ctx context.Context, p model.Puzzle) (outcome, error) {
	ctx, cancel := limited(ctx, s.begun, s.timeout)
	defer func() { cancel(); s.begun = time.Now() }()
	s.givens, s.pair = slices.Concat(s.task.givens, p.Cube), nil
	if err := s.open(ctx); err != nil && ctx.Err() != nil {
		return outcome{Result: engine.Result{Cause: context.Cause(ctx)}, stop: stopCause(ctx)}, nil
	} else if err != nil {
		return outcome{}, inputError(err)
	}
	var failed error
	var printing time.Duration
	yield := func(a model.Assignment) bool {
		entered := time.Now()
		if s.differ {
			s.pair = append(s.pair, slices.Clone(a))
		}
		failed = s.solution(a)
		printing += time.Since(entered)
		return failed == nil
	}
	if s.solution == nil {
		yield = nil
	}
	start := time.Now()
	result, err := s.session.Run(ctx, s.givens, s.limit, yield)
	o := outcome{Result: result, seconds: (time.Since(start) - printing).Seconds()}
	if failed != nil {
		return o, failed
	}
	if result.Unlisted && s.solution != nil {
		return o, errListsNone(s.contender.Engine)
	}
	if errors.As(err, new(*checkpoint.RefusedError)) || errors.As(err, new(*engine.UnsupportedError)) {
		return o, inputError(err)
	}
	if ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || err == nil && result.Outcome == engine.CutOff) {
		o.Cause, o.stop, err = context.Cause(ctx), stopCause(ctx), nil
	}
	if s.spread.given() {
		err = orFailed(ctx, err)
	}
	if err == nil && settled(o.Result) && s.counts != nil {
		o.confirmation, err = s.counts.confirm(ctx, s, o)
	}
	return o, err
}

// settled reports whether a search ended by itself or at its limit.
func settled(r engine.Result) bool { return r.Complete() || r.Outcome == engine.LimitReached }

// stopError describes a stop; reaching --limit is not a stop.
func (s *search) stopError(p model.Puzzle, o outcome) error {
	kept := ""
	if s.kept != "" {
		kept = "; " + s.kept + " keeps what was finished"
	}
	return &exitError{statusStopped, fmt.Errorf("%s: %w%s", where(p), o.stop, kept)}
}

func firstError(errs ...error) error { return cmp.Or(errs...) }

// record is the JSON object of a searched puzzle.
type record struct {
	model.Puzzle
	Delta     *int          `json:"delta"`
	Engine    string        `json:"engine"`
	Encoding  string        `json:"encoding"`
	Count     string        `json:"count"`
	Complete  bool          `json:"complete"`
	Outcome   string        `json:"outcome"`
	Cause     string        `json:"cause,omitempty"` // of the cut-off search
	How       string        `json:"how,omitempty"`   // the engine's choices
	Solutions *[]string     `json:"solutions,omitempty"`
	Differ    *[]string     `json:"differ,omitempty"`    // where the two solutions differ, if that was wanted
	Objective *int          `json:"objective,omitempty"` // of the best solution found, if the model has an objective
	Optimal   *bool         `json:"optimal,omitempty"`   // it is proved to be the best
	Confirm   string        `json:"confirm,omitempty"`   // the confirming engine
	Confirmed *bool         `json:"confirmed,omitempty"` // it is unrelated, and found the same count
	Job       *cluster.Done `json:"job,omitempty"`
	Seconds   float64       `json:"seconds"`
	Effort    engine.Effort `json:"effort"`
}

func (s *search) record(p model.Puzzle, o outcome) record {
	r := record{
		Puzzle: p, Delta: s.task.delta, Engine: s.engine(o.Result).Name, Encoding: s.encoding(p, o.Result),
		Count: o.count(), Complete: o.Complete(), Outcome: o.Outcome.String(), Cause: causeText(o.Result), How: o.How,
		Seconds: o.seconds, Effort: o.Effort,
	}
	if o.Best != nil {
		r.Objective, r.Optimal = &o.Best.Value, &o.Best.Proved
	}
	if s.spread.given() && s.spread.last.ID != "" {
		r.Job = &s.spread.last
	}
	if s.counts != nil && (o.Complete() || o.confirmation != nil) {
		r.Confirmed = new(o.confirmed())
		if o.confirmation != nil {
			r.Confirm = o.confirmation.By.String()
		}
	}
	return r
}

// encoding names the encoding of a puzzle's formula, or is "".
func (s *search) encoding(p model.Puzzle, r engine.Result) string {
	return sat.EncodingOf(s.engine(r).Name, s.task.model, slices.Concat(s.task.givens, p.Cube), s.optionsOf(r))
}

// number returns the count, or 0 if the engine failed at once.
func (o outcome) number() *big.Int { return cmp.Or(o.Count, new(big.Int)) }

// count returns its digits.
func (o outcome) count() string { return o.number().String() }

// withoutSolution is the text for a puzzle without a found solution. Only an exhausted search proves that there is none.
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

// causeText says why a search was cut off; "" if it was not.
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

// mustFindAll refuses an engine that cannot find all solutions.
func mustFindAll(e *engine.Engine) error { return inputError(study.FindsAll(e)) }

// mustList refuses an engine that only counts.
func mustList(e *engine.Engine) error { return inputError(study.Lists(e)) }

func errListsNone(e *engine.Engine) error {
	return inputError(study.ListsNone(e))
}
