package grids

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// job is a count whose result is the sum of those of its units.
type job struct {
	units     int
	newWorker func() worker
}

// worker computes units, one at a time; each goroutine has its own.
type worker func(ctx context.Context, unit int) (uint128, error)

// single is a job of one unit, which needs no more than the tables for a Δ.
func single(b bound, count func(*tables) uint128) job {
	return job{1, func() worker {
		return func(ctx context.Context, _ int) (uint128, error) {
			t, err := newTables(ctx, b)
			if err != nil {
				return uint128{}, err
			}
			return count(t), nil
		}
	}}
}

// saveTick is the time between two looks at whether there is something to be saved.
const saveTick = 50 * time.Millisecond

// run computes all units that the checkpoint does not hold, and returns the sum of all.
func (j job) run(ctx context.Context, header checkpointHeader, options Options) (uint128, error) {
	kept, err := openCheckpoint(options.Checkpoint, header)
	if err != nil {
		return uint128{}, err
	}
	defer kept.Close()
	progress := options.Progress
	if progress == nil {
		progress = func(int, int) {}
	}
	progress(len(kept.done), j.units)

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var missing []int
	for unit := range j.units {
		if _, done := kept.done[unit]; !done {
			missing = append(missing, unit)
		}
	}
	open := make(chan int)
	go func() {
		defer close(open)
		for _, unit := range missing {
			select {
			case open <- unit:
			case <-ctx.Done():
				return
			}
		}
	}()

	type result struct {
		unit  int
		total uint128
	}
	results := make(chan result)
	workers := options.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	var running sync.WaitGroup
	for range min(workers, len(missing)) {
		running.Go(func() {
			work := j.newWorker()
			for unit := range open {
				total, err := work(ctx, unit)
				if err != nil {
					cancel(err)
					return
				}
				results <- result{unit, total}
			}
		})
	}
	go func() {
		running.Wait()
		close(results)
	}()

	ticker := time.NewTicker(saveTick)
	defer ticker.Stop()
	for unsaved, running := false, true; running; {
		var r result
		select {
		case r, running = <-results:
			if running {
				kept.done[r.unit] = r.total
				progress(len(kept.done), j.units)
				unsaved = true
			}
		case <-ticker.C:
		}
		if unsaved {
			saved, err := kept.Save(kept.body)
			if err != nil {
				cancel(err)
			}
			unsaved = !saved
		}
	}
	if err := kept.Write(kept.body()); err != nil {
		return uint128{}, err
	}
	if len(kept.done) < j.units {
		return uint128{}, context.Cause(ctx)
	}
	var total uint128
	for _, part := range kept.done {
		total.add(part)
	}
	return total, nil
}
