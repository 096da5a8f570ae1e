package main

import (
	"context"
	"errors"
	"math/big"
	"testing"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// sessionFunc is a session that runs a function.
type sessionFunc func(ctx context.Context) (engine.Result, error)

func (f sessionFunc) Run(ctx context.Context, _ model.Cube, _ uint64, _ func(model.Assignment) bool) (engine.Result, error) {
	return f(ctx)
}
func (f sessionFunc) Close() error { return nil }

// TestRaced holds who wins: whoever counts first, whatever becomes of the other, and however often.
func TestRaced(t *testing.T) {
	modeltest.OnlyLong(t)
	counts := func(n int64) (engine.Result, error) {
		return engine.Result{Count: big.NewInt(n), Outcome: engine.Exhausted}, nil
	}
	cutOff := func(ctx context.Context) (engine.Result, error) {
		<-ctx.Done()
		return engine.Result{Count: new(big.Int), Cause: context.Cause(ctx)}, nil
	}
	failed := errors.New("failed")
	began := make(chan bool, 1)
	for name, test := range map[string]struct {
		first, second sessionFunc
		count         int64
		winner        string
		err           error
	}{
		"the first, before the second begins": {
			func(context.Context) (engine.Result, error) { return counts(1) },
			func(context.Context) (engine.Result, error) { return counts(2) }, 1, "first", nil,
		},
		"the first, though the second has begun": {
			func(context.Context) (engine.Result, error) { <-began; return counts(1) },
			func(ctx context.Context) (engine.Result, error) { began <- true; return cutOff(ctx) }, 1, "first", nil,
		},
		"the second": {cutOff, func(context.Context) (engine.Result, error) { return counts(2) }, 2, "second", nil},
		"the second, as the first has failed": {
			func(context.Context) (engine.Result, error) { <-began; return engine.Result{}, failed },
			func(context.Context) (engine.Result, error) { began <- true; return counts(2) }, 2, "second", nil,
		},
		"the first, as the second has failed": {
			func(context.Context) (engine.Result, error) { <-began; return counts(1) },
			func(context.Context) (engine.Result, error) { began <- true; return engine.Result{}, failed }, 1, "first", nil,
		},
		"none": {
			func(context.Context) (engine.Result, error) { <-began; return engine.Result{}, failed },
			func(context.Context) (engine.Result, error) { began <- true; return engine.Result{}, failed }, 0, "first", failed,
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := &search{task: &task{}, contender: compare.Contender{Engine: &engine.Engine{Name: "first"}}}
			r := newRaced(s, test.first, &engine.Engine{
				Name: "second",
				Open: func(context.Context, *model.Model, engine.Options) (engine.Session, error) { return test.second, nil },
			})
			defer r.Close()
			for range 2 {
				result, err := r.Run(t.Context(), nil, 0, nil)
				if !errors.Is(err, test.err) || s.contender.Engine.Name != test.winner || err == nil && result.Count.Int64() != test.count {
					t.Errorf("%s: %v, %v, expected %d by %s, %v", s.contender.Engine.Name, result.Count, err, test.count, test.winner, test.err)
				}
			}
		})
	}
}

// TestVerdict holds what is said of counts that an engine is to confirm: that it found another one, or more before it was stopped.
func TestVerdict(t *testing.T) {
	stopped := &exitError{statusStopped, errors.New("stopped")}
	for _, test := range []struct {
		count   int64
		outcome engine.Outcome
		err     error
		status  int
	}{
		{3, engine.Exhausted, nil, 0}, {2, engine.Exhausted, nil, statusCheck}, {4, engine.Exhausted, nil, statusCheck},
		{2, engine.CutOff, stopped, statusStopped}, {4, engine.CutOff, stopped, statusCheck},
	} {
		s := &search{contender: compare.Contender{Engine: &engine.Engine{Name: "first"}}}
		c := &confirmation{"second", engine.Result{Count: big.NewInt(test.count), Outcome: test.outcome}, test.err}
		err := s.verdict(model.Puzzle{}, outcome{Result: engine.Result{Count: big.NewInt(3)}, confirmation: c})
		exit, status := new(exitError), 0
		if errors.As(err, &exit) {
			status = exit.status
		}
		if status != test.status {
			t.Errorf("%d, %v: %v, expected status %d", test.count, test.outcome, err, test.status)
		}
	}
}
