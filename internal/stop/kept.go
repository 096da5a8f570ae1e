package stop

import "context"

// Kept keeps a result for all who ask for it. [NewKept] makes one.
type Kept[T any] chan *T

// NewKept returns a Kept without a result.
func NewKept[T any]() Kept[T] {
	k := make(Kept[T], 1)
	k <- nil
	return k
}

// Get returns the result. If there is none yet, one caller runs its work. The others wait.
// A caller stops waiting when its context ends. If the work fails, the next caller runs its own.
func (k Kept[T]) Get(ctx context.Context, work func() (*T, error)) (value *T, err error) {
	select {
	case value = <-k:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { k <- value }()
	if value != nil {
		return value, nil
	}
	made, err := work()
	if err == nil {
		value = made
	}
	return value, err
}
