package engine

import (
	"context"

	"qmsat/model"
)

// Seeking is a search for solutions with wanted values of outputs, under one cube. It may take several runs of a session, each of which
// goes on where the latest one had to stop.
type Seeking struct {
	Wanted func(v model.Var, value int) bool // once a value is not wanted, it never is again
}

// seekingKey is the key of a context's search.
type seekingKey struct{}

// Wanting returns a context for runs of a search for wanted values, which may leave out solutions that have none, and those that an
// earlier run of the session found. A run asks again after each yield. If it is exhausted, the search has found all solutions of the values
// that are still wanted. Engines that do not know this find all solutions in each run.
func Wanting(ctx context.Context, s *Seeking) context.Context {
	return context.WithValue(ctx, seekingKey{}, s)
}

// SeekingOf returns the search for wanted values in a context, or nil: everything is wanted.
func SeekingOf(ctx context.Context) *Seeking {
	s, _ := ctx.Value(seekingKey{}).(*Seeking)
	return s
}
