package ask

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"qmsat/cmd/internal/study"
	"qmsat/encode/sat"
	"qmsat/internal/checkpoint"
	"qmsat/model"
	"qmsat/model/engine"
)

// Searching is what requests have in common that search for solutions with one engine.
type Searching struct {
	About
	Engine string                    `json:"engine" note:"with settings in brackets; empty: native, and after a while another engine beside it"`
	Limit  uint64                    `json:"limit" flag:"limit" usage:"stop after <K> solutions of a puzzle"`
	By     Searcher                  `json:"-"`
	beside func(*engine.Engine) bool // which engines may run beside it; nil: any
	single bool                      // none may
	suited bool                      // the engine was changed to suit the model
	first  Searcher                  // before that
}

// Searcher is how a command searches.
type Searcher struct {
	engine.Chosen // in place of the request's engine
	Alone         bool
	// Open opens the engine in another way, such as over a cluster; nil: as usual.
	Open func(ctx context.Context, c engine.Chosen, m *model.Model) (engine.Session, error)
	Job  func() any // what a cluster says of the last run; may be nil
}

// Search returns the common part of a request that searches.
func (q *Searching) Search() *Searching { return q }

// choose reads the engine's name, unless a command chose it. It must meet the demands.
func (q *Searching) choose(demands ...func(*engine.Engine) error) error {
	if q.By.Engine == nil {
		chosen, err := engineNamed(cmp.Or(q.Engine, "native"))
		if err != nil {
			return err
		}
		q.By.Chosen, q.By.Alone = chosen, q.Engine != ""
	}
	q.By.Chosen, _ = q.By.With("rules", "check") // on solutions, which takes less time than posting them
	for _, meets := range demands {
		if err := meets(q.By.Engine); err != nil {
			return BadRequest{err}
		}
	}
	return nil
}

// searched is the answer of a search.
type searched struct {
	Delta     *int          `json:"delta"`
	Engine    string        `json:"engine"`
	Encoding  string        `json:"encoding"` // of the formula, or ""
	Count     string        `json:"count"`
	Complete  bool          `json:"complete"` // there are no other solutions
	Outcome   string        `json:"outcome"`
	Cause     string        `json:"cause,omitempty"`     // of a search that was cut off
	How       string        `json:"how,omitempty"`       // the engine's choices
	Solutions *texts        `json:"solutions,omitempty"` // if they were wanted
	Differ    *[]string     `json:"differ,omitempty"`    // where the two solutions differ, if that was wanted
	Objective *int          `json:"objective,omitempty"` // of the best solution found, if the model has an objective
	Optimal   *bool         `json:"optimal,omitempty"`   // it is proved to be the best
	Confirm   string        `json:"confirm,omitempty"`   // the confirming engine
	Confirmed *bool         `json:"confirmed,omitempty"` // it is unrelated, and found the same count
	Job       any           `json:"job,omitempty"`       // of a cluster
	Seconds   float64       `json:"seconds"`             // of the search
	Effort    engine.Effort `json:"effort"`
	result    engine.Result
	model     *model.Model
}

// end makes an answer count that is cut short. It has said why.
func (a *searched) end(error) {}

// racePatience is how long an answer of a race waits that another engine may give differently.
const racePatience = time.Second

// open opens the session, unless an earlier puzzle did. A ranked search looks for the best solution.
func (q *Searching) open(ctx context.Context, m *model.Model, limit uint64, emit func(any) error) (engine.Session, error) {
	opened := q.Puzzle.Opened
	if s := opened.search; s != nil {
		return s, nil
	}
	report := func(s engine.Session) {
		if r, is := s.(engine.Reporter); is {
			r.Report(opened.share.rising(emit))
		}
	}
	with := func(by Searcher) func(context.Context, *model.Model) (engine.Session, error) {
		return func(ctx context.Context, m *model.Model) (engine.Session, error) {
			if by.Open != nil {
				return by.Open(ctx, by.Chosen, m)
			}
			s, err := by.Engine.Open(ctx, m, by.Options)
			report(s)
			return s, err
		}
	}
	open := with(q.By)
	s, err := open(ctx, m)
	if q.suited && errors.As(err, new(*engine.UnsupportedError)) {
		q.By, q.suited = q.first, false
		open = with(q.By)
		s, err = open(ctx, m)
	}
	if err == nil && m.Objective != nil {
		s = engine.Ranked(s, m, open)
	} else if err == nil && !q.By.Alone && !q.single && !q.suited {
		patience := racePatience
		if q.Puzzle.Document == nil {
			patience = 0 // the page takes any answer
		}
		s = raced(s, m, limit, patience, q.beside)
		report(s)
	}
	if err == nil {
		opened.search = s
	}
	return s, err
}

// rising is the largest share that the engines of a search have told.
type rising struct {
	mutex sync.Mutex
	most  float64
}

// begin begins another search.
func (r *rising) begin() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.most = 0
}

// rising returns a function that emits progress, unless another engine is further. So what is shown never falls.
func (r *rising) rising(emit func(any) error) func(engine.Progress) {
	return func(p engine.Progress) {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		if p.Share >= r.most {
			r.most = p.Share
			_ = emit(Progress{Text: p.Text, Share: p.Share}) // an error ends the context
		}
	}
}

// handling is what came of the solutions of a search.
type handling struct {
	took time.Duration
	err  error
}

// yielding returns a function that hands solutions to found. timed says whether anybody wants the time: to read the clock takes longer
// than many a solution.
func yielding(found func(model.Assignment) error, timed bool) (*handling, func(model.Assignment) bool) {
	h := new(handling)
	hand := func(s model.Assignment) bool {
		h.err = found(s)
		return h.err == nil
	}
	if !timed {
		return h, hand
	}
	return h, func(s model.Assignment) bool {
		entered := time.Now()
		defer func() { h.took += time.Since(entered) }()
		return hand(s)
	}
}

// search searches the puzzle. The time excludes the handling of solutions by found, which may be nil. The answer stands also if the
// error is the end of ctx.
func (q *Searching) search(
	ctx context.Context, m *model.Model, givens model.Cube, limit uint64, found func(model.Assignment) error, emit func(any) error,
) (a searched, err error) {
	if a.model = m; m.Objective != nil {
		bare := *m
		a.model, bare.Objective = &bare, nil
	}
	q.suit(m, limit)
	session, err := q.open(ctx, m, limit, emit)
	if err == nil {
		q.Puzzle.Opened.share.begin()
		handled := new(handling)
		var yield func(model.Assignment) bool
		if found != nil {
			handled, yield = yielding(found, q.Puzzle.asJSON())
		}
		begun := time.Now()
		a.result, err = session.Run(ctx, givens, limit, yield)
		if q.suited {
			a.result.By = q.By.Engine
		}
		if a.Seconds = (time.Since(begun) - handled.took).Seconds(); handled.err != nil {
			return searched{}, handled.err
		}
	}
	switch ended := ctx.Err() != nil && (errors.Is(err, context.Cause(ctx)) || err == nil && a.result.Outcome == engine.CutOff || session == nil); {
	case ended:
		a.result.Cause, err = context.Cause(ctx), study.Cause(ctx)
	case session == nil || errors.As(err, new(*checkpoint.RefusedError)) || errors.As(err, new(*engine.UnsupportedError)):
		return searched{}, BadRequest{err}
	case err != nil:
		return searched{}, err
	case a.result.Outcome == engine.Stuck:
		err = study.Stopped("engine %s is stuck", q.By.Engine.Name)
	}
	q.fill(&a, givens)
	return a, err
}

// fill says in an answer what its result is.
func (q *Searching) fill(a *searched, givens model.Cube) {
	by, options := q.By.Engine, q.By.Options
	if won := a.result.By; won != nil {
		by, options = won, defaults(won)
	}
	if a.Engine = by.Name; q.Puzzle.asJSON() { // it takes more time than an easy puzzle
		a.Encoding = sat.EncodingOf(by.Name, a.model, givens, options)
	}
	if a.Delta = q.Puzzle.Delta; q.Puzzle.Document == nil {
		if family, ok := a.model.Family(); ok && family.QuasiMagic {
			a.Delta = &family.Delta
		}
	}
	a.Count, a.Complete, a.Outcome, a.Cause = digits(a.number()), a.result.Complete(), a.result.Outcome.String(), causeOf(a.result)
	a.How, a.Effort = a.result.How, a.result.Effort
	if best := a.result.Best; best != nil {
		a.Objective, a.Optimal = &best.Value, &best.Proved
	}
	if q.By.Job != nil {
		a.Job = q.By.Job()
	}
}

// defaults returns the default of each setting of an engine.
func defaults(e *engine.Engine) engine.Options {
	options := engine.Options{}
	for _, s := range e.Settings {
		options[s.Name] = s.Default
	}
	return options
}

// number returns the count, or 0 if the engine failed at once.
func (a *searched) number() *big.Int {
	if a.result.Count == nil {
		return new(big.Int)
	}
	return a.result.Count
}

// digits writes a number; big.Int's own writer takes as long as an easy search.
func digits(n *big.Int) string {
	if n.IsUint64() {
		return strconv.FormatUint(n.Uint64(), 10)
	}
	return n.String()
}

// causeOf says why a search was cut off; "" if it was not.
func causeOf(r engine.Result) string {
	switch {
	case r.Cause == nil:
		return ""
	case errors.Is(r.Cause, context.DeadlineExceeded):
		return "timeout"
	case errors.Is(r.Cause, context.Canceled):
		return "interrupt"
	}
	return r.Cause.Error()
}

// without is the text for a puzzle without a found solution. Only an exhausted search proves that there is none.
func (a *searched) without() string {
	switch a.result.Outcome {
	case engine.Exhausted:
		return "unsatisfiable"
	case engine.Stuck:
		return "unsolved"
	}
	return "unknown"
}

// watched counts solutions for the page, which shows them as they are found.
func watched(emit func(any) error) func(model.Assignment) error {
	var n atomic.Uint64
	return func(model.Assignment) error {
		if found := n.Add(1); found&0xff == 0 {
			return emit(Progress{Count: fmt.Sprint(found)})
		}
		return nil
	}
}

// notes tells a terminal of the winner of a race, and what the engine chose.
func (a *searched) notes(verb string, emit func(any) error) {
	if a.result.By != nil {
		_ = emit(Note{Text: verb + " by " + a.result.By.Name})
	}
	if a.How != "" {
		_ = emit(Note{Text: a.How, Terminal: true})
	}
}
