package engine

import (
	"context"
	"errors"
	"fmt"

	"qmsat/model"
)

// because is what stopped an engine, and why.
type because struct {
	Engine string
	Err    error
}

// Error returns the engine's name and the reason.
func (e *because) Error() string { return fmt.Sprintf("engine %s: %v", e.Engine, e.Err) }

// Unwrap returns the reason.
func (e *because) Unwrap() error { return e.Err }

// UnsupportedError says that an engine cannot run a model as asked, and why.
type UnsupportedError struct{ because }

// Unsupported returns an [UnsupportedError] with a reason formatted as by [fmt.Errorf]. A [FailedError] is no reason, and stays one.
func Unsupported(engine, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if errors.As(err, new(*FailedError)) {
		return err
	}
	return &UnsupportedError{because{engine, err}}
}

// FailedError says that an engine failed, and how: it panicked, contradicted itself, could not write a file.
type FailedError struct{ because }

// Failed returns an error as a [FailedError] of the engine. Nil, and an error that says already whose it is, stay as they
// are.
func Failed(engine string, err error) error {
	if err == nil || errors.As(err, new(*FailedError)) || errors.As(err, new(*UnsupportedError)) {
		return err
	}
	return &FailedError{because{engine, err}}
}

// Guard, deferred by an engine's method or by whoever calls one, makes a panic a [FailedError], so that it ends the engine's
// own work alone. Each goroutine that calls engines needs one of its own.
func Guard(engine string, err *error) {
	if failure := recover(); failure != nil {
		*err = Failed(engine, fmt.Errorf("panic: %v", failure))
	}
}

// Guarded returns a session that runs as another one and makes its panics errors. What else that can do is hidden.
func Guarded(engine string, s Session) Session { return guarded{s, engine} }

type guarded struct {
	Session
	engine string
}

func (g guarded) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (r Result, err error) {
	defer Guard(g.engine, &err)
	return g.Session.Run(ctx, cube, limit, yield)
}
