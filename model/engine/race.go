package engine

import (
	"context"
	"math/big"
	"slices"
	"sync"
	"time"

	"qmsat/internal/memory"
	"qmsat/model"
)

// Race returns a session of an engine that is open on a model. If a run takes longer than after, another engine starts on the
// same cube, and the first answer ends both. [Result.By] is set if it is the other engine's. A [MismatchError] of either also
// ends both. The other engine ends if half of the memory budget is used, so that the first can go on.
//
// With a limit, which solutions are found, and in what order, depends on the engine. So the other engine's answer is taken at
// once only if no engine could answer differently: it has searched all, and found at most one solution, or too few for the limit
// of a count. Any other answer is taken once the other engine has run for patience, and if both are cut off.
func Race(first Session, second *Engine, m *model.Model, after, patience time.Duration) Session {
	r := &raced{Session: first, second: second, model: m, after: after, patience: patience, cancel: func() {}, finished: make(chan bool, 1)}
	r.timer = time.AfterFunc(time.Hour, r.overtake)
	r.timer.Stop()
	return r
}

// raced is the session of [Race].
type raced struct {
	Session
	second          *Engine
	other           Session // of the second engine; nil until it is opened
	model           *model.Model
	after, patience time.Duration
	show            func(Progress)  // nil if nobody wants reports
	parent          context.Context // of ctx
	ctx             context.Context // of both engines' runs; both share it until one is ended
	cancel          context.CancelFunc
	timer           *time.Timer
	// The current run.
	cube  model.Cube
	limit uint64
	yield func(model.Assignment) bool
	// The result of the second engine, valid once finished is closed.
	result   Result
	err      error
	finished chan bool

	mutex   sync.Mutex
	runs    int                // that have ended
	listed  []model.Assignment // that the first engine found and yield has got, if there is a limit
	found   []model.Assignment // that the second engine found, if there is a limit
	won     bool               // by the second engine; solutions of the first are no longer wanted
	refused bool               // the first engine found a solution after that
}

// Run implements [Session].
func (r *raced) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (Result, error) {
	if r.parent != ctx || r.ctx.Err() != nil {
		r.cancel()
		r.parent = ctx
		r.ctx, r.cancel = context.WithCancel(ctx)
	}
	r.cube, r.limit, r.yield = cube, limit, yield
	r.listed, r.found, r.won, r.refused = r.listed[:0], r.found[:0], false, false
	if limit > 0 {
		yield = r.pass
	}
	r.timer.Reset(r.after)
	result, err := r.Session.Run(r.ctx, cube, limit, yield)
	if r.timer.Stop() {
		return result, err
	}
	settled := settles(result, err) && !r.refused
	if settled {
		r.cancel()
	}
	<-r.finished
	r.mutex.Lock()
	r.runs++
	r.mutex.Unlock()
	switch {
	case isMismatch(r.err):
		r.result.By = r.second
		return r.result, r.err
	case settled || !r.won && (err != nil || len(r.found) == 0):
		return result, err
	}
	return r.merged(result), nil
}

// settles reports whether a result ends the race.
func settles(result Result, err error) bool {
	return err == nil && (result.Outcome == Exhausted || result.Outcome == LimitReached) || isMismatch(err)
}

// pass yields a solution of the first engine.
func (r *raced) pass(a model.Assignment) bool {
	r.mutex.Lock()
	if r.refused = r.won; !r.won {
		r.listed = append(r.listed, slices.Clone(a))
	}
	r.mutex.Unlock()
	return !r.refused && (r.yield == nil || r.yield(a))
}

// merged returns the result of both engines if the second has won, or none has: it yields the second's solutions that the first
// has not found.
func (r *raced) merged(first Result) Result {
	result, own := r.result, len(r.listed)
	if result.By = r.second; r.limit == 0 {
		return result
	}
	outputs, known := r.model.OutputVars(), map[string]bool{}
	for _, a := range r.listed {
		known[a.Key(outputs)] = true
	}
	for _, a := range r.found {
		key := a.Key(outputs)
		if known[key] || uint64(len(r.listed)) == r.limit {
			continue
		}
		known[key] = true
		if r.listed = append(r.listed, a); r.yield != nil && !r.yield(a) {
			break
		}
	}
	result.Count = big.NewInt(int64(len(r.listed)))
	switch {
	case uint64(len(r.listed)) >= r.limit:
		result.Outcome, result.Cause = LimitReached, nil
	case !r.won && len(r.listed) == own:
		return first
	}
	return result
}

// overtake runs the second engine.
func (r *raced) overtake() {
	defer func() { r.finished <- true }()
	ctx, leave := memory.WithBudget(r.ctx, memory.Budget(r.ctx)/2)
	defer leave()
	r.result, r.err = Result{}, nil
	if r.other == nil {
		if r.other, r.err = r.second.Open(ctx, r.model, Options{}); r.err != nil {
			r.other = nil
			return
		}
	}
	if reporter, is := r.other.(Reporter); is && r.show != nil {
		reporter.Report(r.show)
	}
	if r.limit == 0 {
		r.result, r.err = r.other.Run(ctx, r.cube, 0, nil)
	} else {
		r.few(ctx)
	}
	if settles(r.result, r.err) {
		r.win(r.runs)
	}
	if r.err != nil || ctx.Err() != nil && r.ctx.Err() == nil {
		r.other.Close()
		r.other = nil
	}
}

// few runs the second engine if there is a limit. It looks for two solutions at least, to see whether there are several.
func (r *raced) few(ctx context.Context) {
	late, stop := context.WithTimeout(ctx, r.patience)
	defer stop()
	run := r.runs
	enough := func() bool { return late.Err() != nil && uint64(len(r.found)) >= r.limit }
	defer context.AfterFunc(late, func() {
		r.mutex.Lock()
		wins := run == r.runs && enough()
		r.mutex.Unlock()
		if wins {
			r.win(run)
		}
	})()
	r.result, r.err = r.other.Run(ctx, r.cube, max(r.limit, 2), func(a model.Assignment) bool {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.found = append(r.found, slices.Clone(a))
		return !enough()
	})
	few := len(r.found) < 2 || r.yield == nil && uint64(len(r.found)) < r.limit
	if settles(r.result, r.err) && !(few && r.result.Complete()) {
		<-late.Done()
	}
}

// win ends a run, unless it has ended.
func (r *raced) win(run int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if run == r.runs {
		r.won = true
		r.cancel()
	}
}

// Report implements [Reporter] for the second engine.
func (r *raced) Report(show func(Progress)) { r.show = show }

// Close implements [Session].
func (r *raced) Close() error {
	r.cancel()
	if r.other != nil {
		r.other.Close()
	}
	return r.Session.Close()
}
