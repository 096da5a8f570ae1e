package enginetest

import (
	"context"
	"math/big"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// Failing returns an engine that knows no more than the first solution of e: its runs end solved or, without one, stuck.
func Failing(name string, e *engine.Engine) *engine.Engine {
	return limited(name, "may fail", e, engine.Abilities{MayFail: true},
		func(ctx context.Context, s engine.Session, cube model.Cube, _ uint64, yield func(model.Assignment) bool) (engine.Result, error) {
			result, err := s.Run(ctx, cube, 1, yield)
			if result.Outcome == engine.Exhausted {
				result.Outcome = engine.Stuck
			}
			if result.Count != nil && result.Count.Sign() > 0 {
				result.Outcome = engine.Solved
			}
			return result, err
		})
}

// Stuck returns an engine that never finds a solution of e, and ends stuck.
func Stuck(name string, e *engine.Engine) *engine.Engine {
	return limited(name, "may fail, and does", e, engine.Abilities{MayFail: true},
		func(context.Context, engine.Session, model.Cube, uint64, func(model.Assignment) bool) (engine.Result, error) {
			return engine.Result{Count: new(big.Int), Outcome: engine.Stuck}, nil
		})
}

// Inspired returns an engine that finds a first solution everywhere: where e has none, all values are the lowest ones.
func Inspired(name string, e *engine.Engine) *engine.Engine {
	var lowest model.Assignment
	inspired := limited(name, "may fail, and does not", e, engine.Abilities{MayFail: true},
		func(ctx context.Context, s engine.Session, cube model.Cube, _ uint64, yield func(model.Assignment) bool) (engine.Result, error) {
			result, err := s.Run(ctx, cube, 1, yield)
			if result.Outcome == engine.Exhausted && result.Count.Sign() == 0 && yield != nil {
				yield(lowest)
			}
			return engine.Result{Count: big.NewInt(1), Outcome: engine.Solved}, err
		})
	open := inspired.Open
	inspired.Open = func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
		lowest = make(model.Assignment, len(m.Variables))
		for v := range lowest {
			lowest[v] = m.DomainOf(model.Var(v)).Min()
		}
		return open(ctx, m, options)
	}
	return inspired
}

// Crashing returns an engine whose runs end with an error, such as that of a solver that crashed.
func Crashing(name string, e *engine.Engine, failure error) *engine.Engine {
	return limited(name, "crashes", e, engine.Abilities{},
		func(context.Context, engine.Session, model.Cube, uint64, func(model.Assignment) bool) (engine.Result, error) {
			return engine.Result{Count: new(big.Int)}, failure
		})
}

// Counting returns an engine that counts the solutions of e and lists none.
func Counting(name string, e *engine.Engine) *engine.Engine {
	return limited(name, "counts only", e, engine.Abilities{CountsOnly: true},
		func(ctx context.Context, s engine.Session, cube model.Cube, _ uint64, _ func(model.Assignment) bool) (engine.Result, error) {
			result, err := s.Run(ctx, cube, 0, nil)
			result.Unlisted = true
			return result, err
		})
}

// Deaf returns an engine that lists the first solution of e again and again, every few milliseconds, and never ends, whatever
// the context or yield say.
func Deaf(name string, e *engine.Engine) *engine.Engine {
	return limited(name, "never ends", e, engine.Abilities{},
		func(ctx context.Context, s engine.Session, cube model.Cube, _ uint64, yield func(model.Assignment) bool) (engine.Result, error) {
			return s.Run(context.WithoutCancel(ctx), cube, 0, func(a model.Assignment) bool {
				for ; ; time.Sleep(10 * time.Millisecond) {
					yield(a)
				}
			})
		})
}

// runner runs a cube by a session.
type runner func(ctx context.Context, s engine.Session, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error)

// limited returns an engine of fewer abilities than e, on whose sessions it runs cubes as run does.
func limited(name, summary string, e *engine.Engine, abilities engine.Abilities, run runner) *engine.Engine {
	return &engine.Engine{
		Name: name, Summary: summary, Abilities: abilities,
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			s, err := e.Open(ctx, m, options)
			return &limitedSession{s, run}, err
		},
	}
}

type limitedSession struct {
	engine.Session
	run runner
}

func (s *limitedSession) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	return s.run(ctx, s.Session, cube, limit, yield)
}
