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

// Confirmation is what an engine found that answered again what an unrelated one had answered.
type Confirmation struct {
	By Chosen
	Result
	Best *int  // the value of the best solution, if that was looked for; nil: none was found
	Err  error // why it found no more
}

// Confirm counts again, as [Session.Run] does.
func Confirm(
	ctx context.Context, by Chosen, m *model.Model, cube model.Cube, limit uint64, yield func(model.Assignment) bool,
) *Confirmation {
	return by.confirm(ctx, m, func(c *Confirmation, s Session) { c.Result, c.Err = s.Run(ctx, cube, limit, yield) })
}

// ConfirmBest looks for the best solution again.
func ConfirmBest(ctx context.Context, by Chosen, m *model.Model) *Confirmation {
	return by.confirm(ctx, m, func(c *Confirmation, s Session) {
		c.Result, c.Err = Optimize(ctx, s, m, by.open, nil, func(_ model.Assignment, value int) bool {
			c.Best = &value
			return true
		})
	})
}

func (c Chosen) open(ctx context.Context, m *model.Model) (Session, error) {
	return c.Engine.Open(ctx, m, c.Options)
}

func (c Chosen) confirm(ctx context.Context, m *model.Model, ask func(c *Confirmation, s Session)) *Confirmation {
	found := &Confirmation{By: c}
	session, err := c.open(ctx, m)
	if found.Err = err; err == nil {
		defer session.Close()
		ask(found, session)
	}
	return found
}

// Refutes reports whether the count is smaller than what was found, and complete, or larger than a complete one. It may have been cut off.
func (c *Confirmation) Refutes(found Result) bool {
	if c.Count == nil {
		return false
	}
	compared := c.Count.Cmp(found.Count)
	return compared > 0 && found.Complete() || compared < 0 && c.Complete()
}

// Confirms reports whether the second engine came as far, and counted the same.
func (c *Confirmation) Confirms(found Result) bool {
	return c.Err == nil && c.Outcome != CutOff && !c.Refutes(found)
}
