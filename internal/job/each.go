package job

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Each hands the numbers from 0 to n-1 out, lowest first, to goroutines of this process: so many, or one for each processor that
// Go may use. Each goroutine begins with start, has do take one number after the other, and calls end; one at a time ends. An
// error of any, or the end of ctx, ends all; it is returned. Progress, unless nil, is called after each number, by one goroutine
// at a time.
func Each(
	ctx context.Context, workers, n int, start func(ctx context.Context) (do func(i int) error, end func(), err error), progress func(done, n int),
) error {
	group, ctx := errgroup.WithContext(ctx)
	var next atomic.Int64
	var alone sync.Mutex
	done := 0
	for range min(cmp.Or(workers, runtime.GOMAXPROCS(0)), n) {
		group.Go(func() error {
			do, end, err := start(ctx)
			if err != nil {
				return err
			}
			defer func() {
				alone.Lock()
				defer alone.Unlock()
				end()
			}()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				if err := do(i); err != nil {
					return err
				}
				if progress != nil {
					alone.Lock()
					done++
					progress(done, n)
					alone.Unlock()
				}
			}
			return nil
		})
	}
	return group.Wait()
}
