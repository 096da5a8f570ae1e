// Package stop ends long work when its context ends.
//
//	name    meaning
//	Watch   looks at a context by the work that is done
//	Often   a context that watches look at after any work: for tests
//	Within  a context with a time limit, or without
//	Each    yields a list until then
//	Reader  a reader that fails when a context has ended
//	OrCause an error, or the cause of that end
//	Yield   lets timers run, in a browser
//	Kept    a result that is made once, for all who ask
//	Leave   leaves work alone when its context ends
package stop

import (
	"context"
	"io"
	"iter"
	"runtime"
	"time"

	"qmsat/internal/memory"
)

// workPerLook is how much work is done between two looks: well below a millisecond's.
const workPerLook = 1 << 16

// Within returns a context that ends after a time limit; 0: never.
func Within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, limit)
}

// Watch looks at a context from time to time. It is used by one goroutine at a time.
type Watch struct {
	ctx     context.Context
	work    int
	perLook int
}

// NewWatch returns a watch over a context.
func NewWatch(ctx context.Context) *Watch {
	w := &Watch{ctx: ctx, perLook: workPerLook}
	if ctx.Value(often{}) != nil {
		w.perLook = 1
	}
	return w
}

// often is a key of contexts.
type often struct{}

// Often returns a context that watches check on every call, so that a test can end a run anywhere.
func Often(ctx context.Context) context.Context { return context.WithValue(ctx, often{}, true) }

// Context returns the context.
func (w *Watch) Context() context.Context { return w.ctx }

// Over counts work, in units of up to ten nanoseconds, and returns the cause of the context's end. Once it has seen the end, it
// returns the cause at every call, so an inner loop may leave the error to an outer one.
func (w *Watch) Over(work int) error {
	if w.work += work; w.work < w.perLook {
		return nil
	}
	if w.ctx.Err() != nil {
		w.work = w.perLook
		return context.Cause(w.ctx)
	}
	w.work = 0
	Yield()
	return nil
}

// Yield lets timers and other goroutines run, where a program has one thread and nothing interrupts a loop: in a browser.
func Yield() {
	if runtime.GOOS == "js" {
		runtime.Gosched()
	}
}

// Each yields the items of a list, each with its work, until the context ends.
func Each[T any](w *Watch, list []T, work func(T) int) iter.Seq2[int, T] {
	return func(yield func(int, T) bool) {
		for i, item := range list {
			if w.Over(work(item)) != nil || !yield(i, item) {
				return
			}
		}
	}
}

// OrCause returns the error, or the context's cause if that has ended.
func OrCause(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// Reader returns a reader that fails with the context's cause once that has ended.
func Reader(ctx context.Context, r io.Reader) io.Reader { return reader{ctx, r} }

type reader struct {
	ctx context.Context
	io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if r.ctx.Err() != nil {
		return 0, context.Cause(r.ctx)
	}
	return r.Reader.Read(p)
}

// Leave returns what work returns, and panics as work does. If ctx ends before, it returns the cause at once: work, which must not change
// what the caller reads, goes on until it sees the end itself. Then drop, unless it is nil, gets what it returned. If memory is used up, the
// work must end first.
func Leave[T any](ctx context.Context, work func() (T, error), drop func(T)) (value T, err error) {
	type result struct {
		value T
		err   error
		fault any
	}
	done := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.fault = recover() // for the caller's goroutine, which knows what to do
			done <- r
		}()
		r.value, r.err = work()
	}()
	var r result
	select {
	case r = <-done:
	case <-ctx.Done():
		if memory.Exceeded(ctx) == nil {
			go func() {
				if late := <-done; late.err == nil && late.fault == nil && drop != nil {
					drop(late.value)
				}
			}()
			return value, context.Cause(ctx)
		}
		r = <-done
	}
	if r.fault != nil {
		panic(r.fault)
	}
	return r.value, r.err
}
