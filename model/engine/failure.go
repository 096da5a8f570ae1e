package engine

import (
	"context"
	"errors"
	"fmt"

	"qmsat/model"
)

// because names an engine and the reason why it stopped.
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

// Unsupported returns an [UnsupportedError] with a reason formatted as by [fmt.Errorf]. A [FailedError] as the reason is returned
// unchanged.
func Unsupported(engine, format string, args ...any) error {
	err := fmt.Errorf(format, args...)
	if errors.As(err, new(*FailedError)) {
		return err
	}
	return &UnsupportedError{because{engine, err}}
}

// FailedError says that an engine failed, and how: it panicked, contradicted itself, could not write a file.
type FailedError struct{ because }

// Failed returns an error as a [FailedError] of the engine. It returns nil, and an error that already names its engine,
// unchanged.
func Failed(engine string, err error) error {
	if err == nil || errors.As(err, new(*FailedError)) || errors.As(err, new(*UnsupportedError)) {
		return err
	}
	return &FailedError{because{engine, err}}
}

// Guard turns a panic into a [FailedError], so that only the engine's own work ends. An engine's method, or its caller, defers
// it. Each goroutine that calls engines needs its own.
func Guard(engine string, err *error) {
	if failure := recover(); failure != nil {
		*err = Failed(engine, fmt.Errorf("panic: %v", failure))
	}
}

// Guarded returns a session that runs another one and turns its panics into errors. It hides the other session's further methods.
func Guarded(engine string, s Session) Session { return guarded{s, engine} }

type guarded struct {
	Session
	engine string
}

func (g guarded) Run(ctx context.Context, cube model.Cube, limit uint64, yield func(model.Assignment) bool) (r Result, err error) {
	defer Guard(g.engine, &err)
	return g.Session.Run(ctx, cube, limit, yield)
}
