package parallel

import (
	"context"
	"errors"
	"math/big"

	"qmsat/model"
	"qmsat/model/engine"
)

// Options say how runs are spread.
type Options struct {
	Workers int // goroutines, at least 1; more than one only for engines that are Concurrent
	// Checkpoint is a file that keeps cubes with their counts, and how others were split. If it exists the count goes on
	// from there, with whatever engine; a file of another model or cube, or one that another process goes on from, is an
	// error. It is replaced as a whole, at the first cube that is counted or split and then up to ten times a second, so
	// that an end at any moment leaves it valid. A finished count leaves it. Empty means none.
	Checkpoint string
	// Progress is called from time to time, by one goroutine at a time. It may be nil.
	Progress func(Progress)
}

// ErrCountOnly is returned by runs with a checkpoint that should yield solutions or stop at a limit: it keeps counts.
var ErrCountOnly = errors.New("a checkpoint keeps counts only: no limit and no solutions")

// Open opens a session whose runs are spread over workers. Solutions come in an order that is the same for every number of
// workers: by cubes, in the order of the values that they were split by, and within a cube by the outputs' values. The order
// need not be the engine's own.
//
// Where a run is to yield solutions, those of some cubes ahead of the order are kept in memory. A run that is stopped
// yields all that was found by then.
func Open(ctx context.Context, e *engine.Engine, m *model.Model, settings engine.Options, options Options) (engine.Session, error) {
	if e.Abilities.MayFail {
		return nil, engine.Unsupported(e.Name, "it may fail, expected a complete engine for workers or checkpoints")
	}
	if options.Workers > 1 && !e.Abilities.Concurrent {
		return nil, engine.Unsupported(e.Name, "its sessions cannot run concurrently, expected one worker")
	}
	s := &session{engine: e, model: m, settings: settings, options: options, sizes: usualSizes}
	for range options.Workers {
		s.workers = append(s.workers, &worker{of: s})
	}
	if err := s.workers[0].open(ctx); err != nil {
		return nil, err
	}
	return s, nil
}

// session spreads its runs over the engine's sessions.
type session struct {
	engine   *engine.Engine
	model    *model.Model
	settings engine.Options
	options  Options
	sizes    sizes
	workers  []*worker
}

// Run implements engine.Session.
func (s *session) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	if s.options.Checkpoint != "" && (limit > 0 || yield != nil) {
		return engine.Result{Count: new(big.Int)}, ErrCountOnly
	}
	r := &run{session: s, ctx: ctx, limit: limit, yield: yield, listed: map[string][]model.Assignment{}}
	return r.do(cube)
}

// Close implements engine.Session.
func (s *session) Close() error {
	var failed error
	for _, w := range s.workers {
		failed = errors.Join(failed, w.Close())
	}
	s.workers = nil
	return failed
}
