package modeltest

import "context"

// EndingContext is a context of [EndingAfter].
type EndingContext struct {
	context.Context
	Looks int // left; below 0 it has ended
}

// EndingAfter returns a context that ends after some looks at it.
func EndingAfter(ctx context.Context, looks int) *EndingContext { return &EndingContext{ctx, looks} }

// Err implements context.Context.
func (c *EndingContext) Err() error {
	if c.Looks--; c.Looks < 0 {
		return context.Canceled
	}
	return nil
}
