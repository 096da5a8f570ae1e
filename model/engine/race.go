package engine

import (
	"context"
	"time"

	"qmsat/internal/memory"
	"qmsat/model"
)

// Race returns a session of an engine that is open on a model. Once a run has taken so long, another engine counts beside it. The first
// exact count ends both; [Result.By] says if it is the other engine's. A [MismatchError] of either ends both, too. The other engine ends
// when half of the memory budget is used up, so that the first one can go on.
func Race(first Session, second *Engine, m *model.Model, after time.Duration) Session {
	r := &raced{Session: first, second: second, model: m, after: after, cancel: func() {}, finished: make(chan bool, 1)}
	r.timer = time.AfterFunc(time.Hour, r.overtake)
	r.timer.Stop()
	return r
}

// raced is a session that [Race] returns.
type raced struct {
	Session
	second *Engine
	model  *model.Model
	after  time.Duration
	show   func(Progress)  // nil: nobody looks
	parent context.Context // of ctx
	ctx    context.Context // of both engines' runs; until one is ended it serves them all
	cancel context.CancelFunc
	timer  *time.Timer
	cube   model.Cube
	// What the second engine found, once finished says so.
	result   Result
	err      error
	finished chan bool
}

// Run implements [Session].
func (r *raced) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (Result, error) {
	if r.parent != ctx || r.ctx.Err() != nil {
		r.cancel()
		r.parent = ctx
		r.ctx, r.cancel = context.WithCancel(ctx)
	}
	r.cube = cube
	r.timer.Reset(r.after)
	result, err := r.Session.Run(r.ctx, cube, limit, yield)
	if r.timer.Stop() {
		return result, err
	}
	won := r.decide(result, err)
	<-r.finished
	if isMismatch(r.err) || !won && r.decide(r.result, r.err) {
		r.result.By = r.second
		return r.result, r.err
	}
	return result, err
}

// decide ends both engines if a run decides the race.
func (r *raced) decide(result Result, err error) bool {
	decides := err == nil && result.Complete() || isMismatch(err)
	if decides {
		r.cancel()
	}
	return decides
}

// overtake runs the second engine.
func (r *raced) overtake() {
	defer func() { r.finished <- true }()
	ctx, leave := memory.WithBudget(r.ctx, memory.Budget(r.ctx)/2)
	defer leave()
	session, err := r.second.Open(ctx, r.model, Options{})
	if r.result, r.err = (Result{}), err; err != nil {
		return
	}
	defer session.Close()
	if reporter, is := session.(Reporter); is && r.show != nil {
		reporter.Report(r.show)
	}
	r.result, r.err = session.Run(ctx, r.cube, 0, nil)
	r.decide(r.result, r.err)
}

// Report implements [Reporter] for the second engine.
func (r *raced) Report(show func(Progress)) { r.show = show }

// Close implements [Session].
func (r *raced) Close() error {
	r.cancel()
	return r.Session.Close()
}
