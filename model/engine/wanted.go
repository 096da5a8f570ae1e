package engine

import (
	"context"

	"qmsat/model"
)

// Wanted reports whether solutions with a value of an output are wanted. Once a value is not, it never is again.
type Wanted func(v model.Var, value int) bool

// wantedKey is the key of a context's wanted values.
type wantedKey struct{}

// Wanting returns a context for one run, which may leave out solutions that have no wanted value. The run asks again after each yield.
// If it is exhausted, it has found all solutions of the values that are still wanted. Engines that do not know this find all solutions.
func Wanting(ctx context.Context, wanted Wanted) context.Context {
	return context.WithValue(ctx, wantedKey{}, wanted)
}

// WantedOf returns what is wanted in a context, or nil: everything.
func WantedOf(ctx context.Context) Wanted {
	wanted, _ := ctx.Value(wantedKey{}).(Wanted)
	return wanted
}
