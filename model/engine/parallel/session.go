package parallel

import (
	"context"
	"errors"
	"math/big"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// Options say how runs are spread.
type Options struct {
	Workers int // goroutines, at least 1; more than one only for engines that are Concurrent
	// Checkpoint is a file that keeps finished cubes with their counts, and open ones. If it exists the count goes on from
	// there, with whatever engine; a file of another model or cube is an error. It is replaced as a whole, about once a second,
	// so that an end at any moment leaves it valid. A finished count leaves it. Empty means none.
	Checkpoint string
	// Progress is called from time to time, by one goroutine at a time. It may be nil.
	Progress func(Progress)
}

// Progress says how far a run has come.
type Progress struct {
	Count *big.Int // solutions in finished cubes
	Cubes int      // finished
	Open  int      // known and not finished
	// Share is the part of the search space that is finished, from 0 to 1, where the parts of a cube are taken for equally
	// large.
	Share float64
	Rate  float64       // solutions a second, since this run began
	Left  time.Duration // an estimate by share and time of this run; 0 where nothing is finished yet
}

// ErrCountOnly is returned by runs with a checkpoint that should yield solutions or stop at a limit: it keeps counts.
var ErrCountOnly = errors.New("a checkpoint keeps counts: it takes neither a limit nor solutions")

// Open opens a session whose runs are spread over workers. Solutions come in an order that is the same for every number of
// workers: by cubes, in the order of Split, and within a cube by the outputs' values. The order need not be the engine's own.
//
// Where a run is to yield solutions, those of some cubes ahead of the order are kept in memory. A run that is stopped
// yields all that was found by then.
func Open(ctx context.Context, e *engine.Engine, m *model.Model, settings engine.Options, options Options) (engine.Session, error) {
	if options.Workers > 1 && !e.Abilities.Concurrent {
		return nil, engine.Unsupported(e.Name, "its sessions cannot run side by side, expected one worker")
	}
	s := &session{engine: e, model: m, settings: settings, options: options, sizes: usualSizes}
	first, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	s.workers = append(s.workers, first)
	return s, nil
}

// session opens the engine's sessions as they are needed and keeps them for the runs after.
type session struct {
	engine   *engine.Engine
	model    *model.Model
	settings engine.Options
	options  Options
	sizes    sizes
	workers  []engine.Splitter
}

func (s *session) open(ctx context.Context) (engine.Splitter, error) {
	opened, err := s.engine.Open(ctx, s.model, s.settings)
	if err != nil {
		return nil, err
	}
	splitter, ok := opened.(engine.Splitter)
	if !ok {
		return nil, errors.Join(engine.Unsupported(s.engine.Name, "it cannot part a search for workers or checkpoints"), opened.Close())
	}
	return splitter, nil
}

// Run implements engine.Session.
func (s *session) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	if s.options.Checkpoint != "" && (limit > 0 || yield != nil) {
		return engine.Result{Count: new(big.Int)}, ErrCountOnly
	}
	for len(s.workers) < s.options.Workers {
		w, err := s.open(ctx)
		if err != nil {
			return engine.Result{Count: new(big.Int)}, err
		}
		s.workers = append(s.workers, w)
	}
	return newRun(s, cube, limit, yield).do(ctx)
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
