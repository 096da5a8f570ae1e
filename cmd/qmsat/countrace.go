package main

import (
	"context"
	"errors"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/memory"
)

// raceDelay is how long the first engine counts alone: far more than most puzzles take.
const raceDelay = 50 * time.Millisecond

// raced is a session of the search's engine beside which another one counts, once that takes long. The first exact count ends
// both, and its engine is the search's in what is said of the run. The other engine ends when half of the memory budget is used up, so
// that the first one can go on.
type raced struct {
	engine.Session
	search   *search
	first    *engine.Engine
	second   *engine.Engine
	parent   context.Context // of ctx
	ctx      context.Context // of the first engine's runs; until one is ended it serves them all
	cancel   context.CancelCauseFunc
	timer    *time.Timer
	cube     model.Cube
	began    chan context.CancelFunc // what ends the second engine
	finished chan engine.Result      // of the second engine; incomplete where it failed
}

// errOvertaken ends the first engine.
var errOvertaken = errors.New("another engine has counted")

// newRaced returns a session of an engine that is open beside which another engine counts.
func newRaced(s *search, first engine.Session, second *engine.Engine) *raced {
	r := &raced{
		Session: first, search: s, first: s.contender.Engine, second: second,
		began: make(chan context.CancelFunc, 1), finished: make(chan engine.Result, 1),
	}
	r.timer = time.AfterFunc(time.Hour, r.overtake)
	r.timer.Stop()
	return r
}

// Run implements [engine.Session].
func (r *raced) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	if r.parent != ctx || r.ctx.Err() != nil {
		if r.cancel != nil {
			r.cancel(nil)
		}
		r.parent = ctx
		r.ctx, r.cancel = context.WithCancelCause(ctx)
	}
	r.cube, r.search.contender.Engine = cube, r.first
	r.timer.Reset(raceDelay)
	result, err := r.Session.Run(r.ctx, cube, limit, yield)
	if r.timer.Stop() {
		return result, err
	}
	end := <-r.began
	if err == nil && result.Complete() {
		end()
		<-r.finished
		return result, nil
	}
	if other := <-r.finished; other.Complete() {
		r.search.contender.Engine = r.second
		return other, nil
	}
	return result, err
}

// overtake runs the second engine.
func (r *raced) overtake() {
	ctx, end := memory.WithBudget(r.parent, memory.Budget(r.parent)/2)
	r.began <- end
	defer end()
	session, err := r.second.Open(ctx, r.search.task.model, engine.Options{})
	if err != nil {
		r.finished <- engine.Result{}
		return
	}
	defer session.Close()
	r.search.reported(session)
	result, err := session.Run(ctx, r.cube, 0, nil)
	if err != nil {
		result = engine.Result{}
	} else if result.Complete() {
		r.cancel(errOvertaken)
	}
	r.finished <- result
}

// Close implements [engine.Session].
func (r *raced) Close() error {
	if r.cancel != nil {
		r.cancel(nil)
	}
	return r.Session.Close()
}
