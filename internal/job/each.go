package job

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
)

// Each calls do for the numbers from 0 to n-1, lowest first, in several goroutines. If workers is 0, there is one goroutine for
// each processor that Go may use. Each goroutine calls start, then do for one number after the other, then end. Calls of end do
// not overlap. The first error, or the end of ctx, stops all goroutines and is returned. Progress, unless nil, is called after
// each number, by one goroutine at a time.
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
