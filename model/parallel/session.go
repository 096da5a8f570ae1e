package parallel

import (
	"context"
	"errors"
	"math/big"

	"qmsat/model"
	"qmsat/model/engine"
)

// MaxWorkers is the largest number of workers.
const MaxWorkers = 1024

// Options say how runs are divided between workers.
type Options struct {
	Workers int // goroutines, from 1 to MaxWorkers; more than one only for engines that are Concurrent
	// Checkpoint is a file that keeps the counts and splits of cubes; "": there is none. If the file exists, the count resumes
	// from it, with any engine. It is an error if the file belongs to another model or cube, or if another process uses it. The
	// file is replaced as a whole, after the first record and then up to ten times a second, so it is valid even after a kill.
	// It stays when the count is finished.
	Checkpoint string
	// Progress is called from time to time, by one goroutine at a time. It may be nil.
	Progress func(Progress)
}

// ErrCountOnly is returned by a run with a checkpoint that should yield solutions or stop at a limit.
var ErrCountOnly = errors.New("a checkpoint keeps counts only: no limit and no solutions")

// Open opens a session whose runs are divided between workers. The order of solutions is the same for every number of workers:
// cubes come in the order of the values that split them, and solutions of a cube in the order of their outputs' values. The
// engine alone may use another order.
//
// A run that yields keeps in memory the solutions that wait for those of earlier cubes. A run that is stopped yields all
// solutions found so far.
func Open(ctx context.Context, e *engine.Engine, m *model.Model, settings engine.Options, options Options) (engine.Session, error) {
	if e.Abilities.MayFail {
		return nil, engine.Unsupported(e.Name, "it may fail, expected a complete engine for workers or checkpoints")
	}
	if options.Workers > MaxWorkers {
		return nil, engine.Unsupported(e.Name, "found %d workers, expected %d at most", options.Workers, MaxWorkers)
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

// session divides its runs between sessions of the engine.
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
