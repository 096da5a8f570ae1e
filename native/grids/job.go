package grids

import (
	"cmp"
	"context"
	"math/big"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// job is a count whose result is the sum of those of its units.
type job struct {
	units     int
	newWorker func() worker
}

// worker computes units, one at a time; each goroutine has its own.
type worker func(ctx context.Context, unit int) (*big.Int, error)

// single is a job of one unit, which needs no more than the tables for a Δ.
func single(b bound, count func(*tables) uint64) job {
	return job{1, func() worker {
		return func(ctx context.Context, _ int) (*big.Int, error) {
			t, err := newTables(ctx, b)
			if err != nil {
				return nil, err
			}
			return new(big.Int).SetUint64(count(t)), nil
		}
	}}
}

// saveTick is the time between two looks at whether there is something to be saved.
const saveTick = 50 * time.Millisecond

func (j job) run(ctx context.Context, header checkpointHeader, options Options) (*big.Int, error) {
	results, err := j.results(ctx, header, options)
	sum := new(big.Int)
	for _, result := range results {
		sum.Add(sum, result)
	}
	if err != nil {
		return nil, err
	}
	return sum, nil
}

// results computes all units that the checkpoint does not hold, and returns those of all.
func (j job) results(ctx context.Context, header checkpointHeader, options Options) (map[int]*big.Int, error) {
	kept, err := openCheckpoint(ctx, options.Checkpoint, header)
	if err != nil {
		return nil, err
	}
	defer kept.Close()
	progress := options.Progress
	if progress == nil {
		progress = func(int, int) {}
	}
	progress(len(kept.done), j.units)
	var missing []int
	for unit := range j.units {
		if kept.done[unit] == nil {
			missing = append(missing, unit)
		}
	}

	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	var next atomic.Int64    // in missing
	var finishing sync.Mutex // holds what is kept
	unsaved := false
	var running sync.WaitGroup
	for range min(cmp.Or(max(options.Workers, 0), runtime.GOMAXPROCS(0)), len(missing)) {
		running.Go(func() {
			work := j.newWorker()
			for i := next.Add(1) - 1; i < int64(len(missing)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				total, err := work(ctx, missing[i])
				if err != nil {
					cancel(err)
					return
				}
				finishing.Lock()
				kept.done[missing[i]] = total
				progress(len(kept.done), j.units)
				unsaved = true
				finishing.Unlock()
			}
		})
	}
	finished := make(chan struct{})
	go func() { running.Wait(); close(finished) }()

	ticker := time.NewTicker(saveTick)
	defer ticker.Stop()
	for open := true; open; {
		select {
		case <-finished:
			open = false
		case <-ticker.C:
			finishing.Lock()
			if unsaved {
				saved, err := kept.Save(kept.body)
				if err != nil {
					cancel(err)
				}
				unsaved = !saved
			}
			finishing.Unlock()
		}
	}
	if err := kept.Write(kept.body()); err != nil {
		return nil, err
	}
	if len(kept.done) < j.units {
		return nil, context.Cause(ctx)
	}
	return kept.done, nil
}
