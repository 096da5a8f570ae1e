package parallel

import (
	"context"
	"errors"
	"math/big"

	"qmsat/model"
	"qmsat/model/engine"
)

// worker is a session of the engine, which is opened as it is needed and kept for the runs after. It keeps what is no result of an item.
type worker struct {
	engine.Splitter // nil until its first item
	of              *session
	run             context.Context
	limit           uint64   // of a run that counts; 0: none
	partial         *big.Int // solutions counted in cubes of which the search was stopped
	effort          engine.Effort
}

// begin prepares the worker for a run.
func (w *worker) begin(ctx context.Context, limit uint64) {
	w.run, w.limit, w.partial, w.effort = ctx, limit, new(big.Int), nil
}

// errEnough ends a run of which the caller wants no more.
var errEnough = errors.New("enough solutions")

// Run implements [engine.Session]. A count that reaches the run's limit ends with errEnough.
func (w *worker) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (result engine.Result, err error) {
	defer engine.Guard(w.of.engine.Name, &err)
	if err := w.open(ctx); err != nil {
		return engine.Result{Count: new(big.Int)}, err
	}
	if yield == nil {
		limit = w.limit
	}
	result, err = w.Splitter.Run(ctx, cube, limit, yield)
	w.effort.Add(result.Effort)
	enough := yield == nil && result.Outcome == engine.LimitReached
	if result.Count != nil && !result.Complete() && (enough || w.run.Err() != nil) {
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
	return w.Splitter.Split(ctx, cube)
}

// open opens the session, unless it is open.
func (w *worker) open(ctx context.Context) (err error) {
	defer engine.Guard(w.of.engine.Name, &err)
	if w.Splitter != nil {
		return nil
	}
	opened, err := w.of.engine.Open(ctx, w.of.model, w.of.settings)
	if err != nil {
		return err
	}
	splitter, ok := opened.(engine.Splitter)
	if !ok {
		return errors.Join(engine.Unsupported(w.of.engine.Name, "it cannot split cubes for workers or checkpoints"), opened.Close())
	}
	w.Splitter = splitter
	return nil
}
