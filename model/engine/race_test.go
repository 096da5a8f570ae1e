package engine_test

import (
	"context"
	"errors"
	"math/big"
	"testing"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
)

// sessionFunc is a session that runs a function.
type sessionFunc func(ctx context.Context) (engine.Result, error)

func (f sessionFunc) Run(ctx context.Context, _ model.Cube, _ uint64, _ func(model.Assignment) bool) (engine.Result, error) {
	return f(ctx)
}
func (f sessionFunc) Close() error { return nil }

// TestRace checks who wins: the first to count, whatever happens to the other, and in every repetition. An engine that
// contradicts a constraint always ends the race with that error.
func TestRace(t *testing.T) {
	counts := func(n int64) (engine.Result, error) {
		return engine.Result{Count: big.NewInt(n), Outcome: engine.Exhausted}, nil
	}
	cutOff := func(ctx context.Context) (engine.Result, error) {
		<-ctx.Done()
		return engine.Result{Count: new(big.Int), Cause: context.Cause(ctx)}, nil
	}
	failed := errors.New("failed")
	m := &model.Model{}
	mismatch := engine.Failed("one", &engine.MismatchError{Model: m, Constraint: &model.AllDifferent{}, Part: "table", Detail: "it differs"})
	began := make(chan bool, 1)
	for name, test := range map[string]struct {
		first, second sessionFunc
		count         int64
		byOther       bool
		err           error
	}{
		"the first, before the second begins": {
			func(context.Context) (engine.Result, error) { return counts(1) },
			func(context.Context) (engine.Result, error) { return counts(2) }, 1, false, nil,
		},
		"the first, though the second has begun": {
			func(context.Context) (engine.Result, error) { <-began; return counts(1) },
			func(ctx context.Context) (engine.Result, error) { began <- true; return cutOff(ctx) }, 1, false, nil,
		},
		"the second": {cutOff, func(context.Context) (engine.Result, error) { return counts(2) }, 2, true, nil},
		"the second, as the first has failed": {
			func(context.Context) (engine.Result, error) { <-began; return engine.Result{}, failed },
			func(context.Context) (engine.Result, error) { began <- true; return counts(2) }, 2, true, nil,
		},
		"the first, as the second has failed": {
			func(context.Context) (engine.Result, error) { <-began; return counts(1) },
			func(context.Context) (engine.Result, error) { began <- true; return engine.Result{}, failed }, 1, false, nil,
		},
		"none": {
			func(context.Context) (engine.Result, error) { <-began; return engine.Result{}, failed },
			func(context.Context) (engine.Result, error) { began <- true; return engine.Result{}, failed }, 0, false, failed,
		},
		"none, as the first contradicts a constraint": {
			func(context.Context) (engine.Result, error) { <-began; return engine.Result{}, mismatch },
			func(ctx context.Context) (engine.Result, error) { began <- true; return cutOff(ctx) }, 0, false, mismatch,
		},
		"none, as the second contradicts a constraint": {
			cutOff, func(context.Context) (engine.Result, error) { return engine.Result{}, mismatch }, 0, true, mismatch,
		},
	} {
		t.Run(name, func(t *testing.T) {
			other := &engine.Engine{
				Name: "second",
				Open: func(context.Context, *model.Model, engine.Options) (engine.Session, error) { return test.second, nil },
			}
			delay := time.Millisecond
			if test.count == 1 && name == "the first, before the second begins" {
				delay = time.Hour
			}
			r := engine.Race(test.first, other, m, delay, time.Hour)
			defer r.Close()
			for range 3 {
				result, err := r.Run(t.Context(), nil, 0, nil)
				if !errors.Is(err, test.err) || (result.By == other) != test.byOther || err == nil && result.Count.Int64() != test.count {
					t.Errorf("%v, by the second: %t, %v; expected %d, %t, %v", result.Count, result.By == other, err, test.count, test.byOther, test.err)
				}
			}
		})
	}
}

// TestConfirmation checks which counts confirm and which refute a count of all solutions, or of the first ones.
func TestConfirmation(t *testing.T) {
	for _, test := range []struct {
		found             engine.Outcome // for three solutions
		count             int64
		outcome           engine.Outcome
		confirms, refutes bool
	}{
		{engine.Exhausted, 3, engine.Exhausted, true, false},
		{engine.Exhausted, 2, engine.Exhausted, false, true},
		{engine.Exhausted, 4, engine.Exhausted, false, true},
		{engine.Exhausted, 2, engine.CutOff, false, false},
		{engine.Exhausted, 3, engine.CutOff, false, false},
		{engine.Exhausted, 4, engine.CutOff, false, true},
		{engine.LimitReached, 3, engine.LimitReached, true, false},
		{engine.LimitReached, 3, engine.Exhausted, true, false},
		{engine.LimitReached, 2, engine.Exhausted, false, true},
		{engine.LimitReached, 2, engine.CutOff, false, false},
	} {
		found := engine.Result{Count: big.NewInt(3), Outcome: test.found}
		by := &engine.Engine{Open: func(context.Context, *model.Model, engine.Options) (engine.Session, error) {
			return sessionFunc(func(context.Context) (engine.Result, error) {
				return engine.Result{Count: big.NewInt(test.count), Outcome: test.outcome}, nil
			}), nil
		}}
		c := engine.Confirm(t.Context(), engine.Chosen{Engine: by}, nil, nil, 0, nil)
		if c.Confirms(found) != test.confirms || c.Refutes(found) != test.refutes {
			t.Errorf("3, %v, and %d, %v: confirms %t, refutes %t", test.found, test.count, test.outcome, c.Confirms(found), c.Refutes(found))
		}
	}
}
