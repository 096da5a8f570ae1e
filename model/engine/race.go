package engine

import (
	"context"
	"time"

	"qmsat/internal/memory"
	"qmsat/model"
)

// Race returns a session of an engine that is open on a model. If a run takes longer than after, another engine starts to count
// as well. The first exact count ends both; [Result.By] is set if the other engine found it. A [MismatchError] of either also
// ends both. The other engine ends if half of the memory budget is used, so that the first can go on.
func Race(first Session, second *Engine, m *model.Model, after time.Duration) Session {
	r := &raced{Session: first, second: second, model: m, after: after, cancel: func() {}, finished: make(chan bool, 1)}
	r.timer = time.AfterFunc(time.Hour, r.overtake)
	r.timer.Stop()
	return r
}

// raced is the session of [Race].
type raced struct {
	Session
	second *Engine
	model  *model.Model
	after  time.Duration
	show   func(Progress)  // nil if nobody wants reports
	parent context.Context // of ctx
	ctx    context.Context // of both engines' runs; both share it until one is ended
	cancel context.CancelFunc
	timer  *time.Timer
	cube   model.Cube
	// The result of the second engine, valid once finished is closed.
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

// decide ends both engines if a run's result decides the race.
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

// Confirmation is the answer of a second engine to a question that an unrelated one answered.
type Confirmation struct {
	By Chosen
	Result
	Best *int  // the value of the best solution, if one was wanted; nil if none was found
	Err  error // why it stopped early
}

// Confirm counts again with another engine, as [Session.Run] does.
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

// Refutes reports whether the count contradicts what was found: it is complete and smaller, or it is larger than a complete
// count. A count that was cut off can refute too.
func (c *Confirmation) Refutes(found Result) bool {
	if c.Count == nil {
		return false
	}
	compared := c.Count.Cmp(found.Count)
	return compared > 0 && found.Complete() || compared < 0 && c.Complete()
}

// Confirms reports whether the second engine got as far and found the same count.
func (c *Confirmation) Confirms(found Result) bool {
	return c.Err == nil && c.Outcome != CutOff && !c.Refutes(found)
}
