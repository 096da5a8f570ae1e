package enginetest

import (
	"context"
	"fmt"
	"math/big"
	"time"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/engine"
)

// Failing returns an engine that knows no more than the first solution of e: its runs end solved or, without one, stuck.
func Failing(name string, e *engine.Engine) *engine.Engine {
	return limited(name, "may fail", e, engine.Abilities{MayFail: true}, func(r request) (engine.Result, error) {
		result, err := r.run(1, r.yield)
		if result.Outcome == engine.Exhausted {
			result.Outcome = engine.Stuck
		}
		if result.Count != nil && result.Count.Sign() > 0 {
			result.Outcome = engine.Solved
		}
		return result, err
	})
}

// Stuck returns an engine that never finds a solution, and ends stuck.
func Stuck(name string, e *engine.Engine) *engine.Engine {
	return limited(name, "may fail, and does", e, engine.Abilities{MayFail: true}, func(request) (engine.Result, error) {
		return engine.Result{Count: new(big.Int), Outcome: engine.Stuck}, nil
	})
}

// Inspired returns an engine that always finds a first solution. If e has none, all its values are the lowest ones.
func Inspired(name string, e *engine.Engine) *engine.Engine {
	return wrapped(name, "may fail, and does not", e, engine.Abilities{MayFail: true}, func(m *model.Model) runner {
		return func(r request) (engine.Result, error) {
			result, err := r.run(1, r.yield)
			if result.Outcome == engine.Exhausted && result.Count.Sign() == 0 {
				r.deliver([]model.Assignment{lists.Map(m.Variables, func(v model.Variable) int { return v.Domain.Min() })})
			}
			return engine.Result{Count: big.NewInt(1), Outcome: engine.Solved}, err
		}
	})
}

// Crashing returns an engine whose runs end with an error, like a crashed solver.
func Crashing(name string, e *engine.Engine, failure error) *engine.Engine {
	return limited(name, "crashes", e, engine.Abilities{}, func(request) (engine.Result, error) {
		return engine.Result{Count: new(big.Int)}, failure
	})
}

// Counting returns an engine that counts the solutions of e and lists none.
func Counting(name string, e *engine.Engine) *engine.Engine {
	return limited(name, "counts only", e, engine.Abilities{CountsOnly: true}, func(r request) (engine.Result, error) {
		result, err := r.run(0, nil)
		result.Unlisted = true
		return result, err
	})
}

// Deaf returns an engine that lists the first solution of e again every few milliseconds. It never ends, and ignores the context
// and yield.
func Deaf(name string, e *engine.Engine) *engine.Engine {
	return limited(name, "never ends", e, engine.Abilities{}, func(r request) (engine.Result, error) {
		r.ctx = context.WithoutCancel(r.ctx)
		return r.run(0, func(a model.Assignment) bool {
			for ; ; time.Sleep(10 * time.Millisecond) {
				r.yield(a)
			}
		})
	})
}

// Waiting returns an engine that without givens finds nothing, and waits for the end of the context; with givens it is e.
func Waiting(name string, e *engine.Engine) *engine.Engine {
	return limited(name, "waits", e, engine.Abilities{}, func(r request) (engine.Result, error) {
		if len(r.cube) > 0 {
			return r.run(r.limit, r.yield)
		}
		<-r.ctx.Done()
		return engine.Result{Count: new(big.Int), Cause: context.Cause(r.ctx)}, nil
	})
}

// Lingering returns an engine that lists the first solution of e, and then waits for the end of the context.
func Lingering(name string, e *engine.Engine) *engine.Engine {
	return limited(name, "waits once it has a solution", e, engine.Abilities{}, func(r request) (engine.Result, error) {
		result, err := r.run(1, r.yield)
		<-r.ctx.Done()
		result.Outcome, result.Cause = engine.CutOff, context.Cause(r.ctx)
		return result, err
	})
}

// Held returns an engine that waits for so long before each run of e.
func Held(name string, e *engine.Engine, time time.Duration) *engine.Engine {
	return limited(name, "waits at first", e, engine.Abilities{}, func(r request) (engine.Result, error) {
		ctx, cancel := context.WithTimeout(r.ctx, time)
		defer cancel()
		<-ctx.Done()
		return r.run(r.limit, r.yield)
	})
}

// Miscounting returns an engine whose counts are those of e, one more if there are any. It splits cubes.
func Miscounting(name string, e *engine.Engine) *engine.Engine {
	return splitting(name, e, func(s engine.Splitter) engine.Splitter { return miscounting{s} })
}

type miscounting struct{ engine.Splitter }

func (m miscounting) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (engine.Result, error) {
	r, err := m.Splitter.Run(ctx, cube, limit, yield)
	if r.Count != nil && r.Count.Sign() > 0 {
		r.Count.Add(r.Count, big.NewInt(1))
	}
	return r, err
}

// Refuting returns an engine that splits cubes as e does, and takes the last value that e leaves open for refuted.
func Refuting(name string, e *engine.Engine) *engine.Engine {
	return splitting(name, e, func(s engine.Splitter) engine.Splitter { return refuting{s} })
}

type refuting struct{ engine.Splitter }

func (r refuting) Split(ctx context.Context, cube model.Cube) (engine.Split, bool, error) {
	s, found, err := r.Splitter.Split(ctx, cube)
	if found && s.Open.Size() > 1 {
		s.Open = s.Open.Minus(model.Values(s.Open.Max()))
	}
	return s, found, err
}

func splitting(name string, e *engine.Engine, wrong func(engine.Splitter) engine.Splitter) *engine.Engine {
	return &engine.Engine{
		Name: name, Summary: "wrong on purpose", Abilities: e.Abilities, Route: name, Settings: e.Settings,
		Open: func(ctx context.Context, m *model.Model, options engine.Options) (engine.Session, error) {
			s, err := e.Open(ctx, m, options)
			if err != nil {
				return nil, err
			}
			splitter, ok := s.(engine.Splitter)
			if !ok {
				return nil, fmt.Errorf("engine %s does not split cubes", e.Name)
			}
			return wrong(splitter), nil
		},
	}
}
