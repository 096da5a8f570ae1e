package parallel

import (
	"context"
	"errors"
	"math/big"

	"qmsat/model"
	"qmsat/model/engine"
)

// worker does the items of runs in a session of the engine. It opens the session for its first item and keeps it for later runs.
// It also keeps the effort, and the counts of cubes that were not finished.
type worker struct {
	searchJob                 // the run's job, whose session is this worker
	opened    engine.Splitter // nil until its first item
	of        *session
	run       *run
	partial   *big.Int // solutions counted in cubes whose search was stopped
	effort    engine.Effort
}

// begin prepares the worker for a run.
func (w *worker) begin(r *run, cube model.Cube) {
	w.searchJob = searchJob{model: r.model, cube: cube, session: w}
	w.run, w.partial, w.effort = r, new(big.Int), nil
}

// errEnough ends a run that has reached its limit, or whose caller wants no more solutions.
var errEnough = errors.New("enough solutions")

// Run implements [engine.Session]. A count that reaches the run's limit ends with errEnough.
func (w *worker) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (result engine.Result, err error) {
	defer engine.Guard(w.of.engine.Name, &err)
	if err := w.open(ctx); err != nil {
		return engine.Result{Count: new(big.Int)}, err
	}
	if yield == nil {
		limit = w.run.limit
	}
	result, err = w.opened.Run(ctx, cube, limit, yield)
	w.effort.Add(result.Effort)
	enough := yield == nil && result.Outcome == engine.LimitReached
	if result.Count != nil && !result.Complete() && (enough || w.run.ctx.Err() != nil) {
		w.partial.Add(w.partial, result.Count)
		result.Unfinished = nil
	}
	if enough && err == nil {
		err = errEnough
	}
	return result, err
}

// Split implements [engine.Splitter].
func (w *worker) Split(ctx context.Context, cube model.Cube) (split engine.Split, found bool, err error) {
	defer engine.Guard(w.of.engine.Name, &err)
	if err := w.open(ctx); err != nil {
		return split, false, err
	}
	return w.opened.Split(ctx, cube)
}

// Close implements [engine.Session].
func (w *worker) Close() error {
	if w.opened == nil {
		return nil
	}
	return w.opened.Close()
}

// open opens the session if it is not open yet.
func (w *worker) open(ctx context.Context) (err error) {
	defer engine.Guard(w.of.engine.Name, &err)
	if w.opened != nil {
		return nil
	}
	opened, err := w.of.engine.Open(ctx, w.of.model, w.of.settings)
	if err == nil {
		w.opened, err = splitterOf(opened, w.of.engine.Name, "workers or checkpoints")
	}
	return err
}
