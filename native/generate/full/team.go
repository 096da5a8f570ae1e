package full

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"qmsat/model/parallel"
)

// Team is workers that fill one grid side by side. They meet whenever each has worked for Period steps; the first full grid ends
// the work. Dudziak's processes report every ten seconds; counted steps make the grid depend only on the randomness.
type Team struct {
	Workers int   // 1 to [parallel.MaxWorkers]
	Period  int64 // steps between two meetings; 0: [DefaultPeriod]
	// Share makes workers that have not reached the second phase continue from the position of the worker that is furthest in it.
	// It is for methods with phases; without it the workers are independent.
	Share bool
}

// DefaultPeriod is the number of steps between two meetings: some tens of milliseconds of work.
const DefaultPeriod = 1 << 20

// sharer is a filler whose position can be passed on.
type sharer interface {
	filler
	beyond() (left int, late bool)
	adopt(other filler)
}

// Shares reports whether a method has positions that workers can share.
func Shares(m Method) bool {
	_, shares := m.filler(Shape{1, 1}, rand.New(rand.NewPCG(0, 0))).(sharer)
	return shares
}

// Check returns an error if no such team can work.
func (t Team) Check() error {
	if t.Workers < 1 || t.Workers > parallel.MaxWorkers || t.Period < 0 {
		return fmt.Errorf("%d workers with period %d, expected 1 to %d with 0 or more", t.Workers, t.Period, parallel.MaxWorkers)
	}
	return nil
}

// Fill fills a grid. Each worker has its own source of randomness, returned by stream. If ctx ends first, the error is its cause;
// the effort is returned even then.
func (t Team) Fill(ctx context.Context, method Method, shape Shape, stream func(worker int) *rand.Rand) ([]int, Effort, error) {
	if err := t.Check(); err != nil {
		return nil, Effort{}, err
	}
	workers := make([]filler, t.Workers)
	for i := range workers {
		workers[i] = method.filler(shape, stream(i))
	}
	period := t.Period
	switch {
	case t.Workers == 1:
		period = math.MaxInt64 / 2
	case period == 0:
		period = DefaultPeriod
	}
	for {
		before := make([]int64, len(workers))
		for i, w := range workers {
			before[i] = w.effort().Steps
		}
		switch first := t.round(ctx, workers, period, before); {
		case ctx.Err() != nil && (first < 0 || t.Workers > 1): // a worker that was stopped could have been the first
			return nil, sum(workers), context.Cause(ctx)
		case first >= 0:
			return workers[first].result(), sum(workers), nil
		}
		if t.Share {
			share(workers)
		}
	}
}

// round lets the workers continue, and returns the one that filled its grid in the fewest steps, or -1.
func (t Team) round(ctx context.Context, workers []filler, period int64, before []int64) int {
	full := make([]bool, len(workers))
	var wait sync.WaitGroup
	for i, w := range workers {
		wait.Go(func() { full[i] = w.advance(ctx, period) })
	}
	wait.Wait()
	first, fewest := -1, int64(0)
	for i, w := range workers {
		if took := w.effort().Steps - before[i]; full[i] && (first < 0 || took < fewest) {
			first, fewest = i, took
		}
	}
	return first
}

// share gives the position of the worker furthest in the second phase to all workers that are not in it yet.
func share(workers []filler) {
	furthest, fewest := -1, 0
	for i, w := range workers {
		if left, late := w.(sharer).beyond(); late && (furthest < 0 || left < fewest) {
			furthest, fewest = i, left
		}
	}
	if furthest < 0 {
		return
	}
	for _, w := range workers {
		if _, late := w.(sharer).beyond(); !late {
			w.(sharer).adopt(workers[furthest])
		}
	}
}

func sum(workers []filler) (all Effort) {
	for _, w := range workers {
		all.add(w.effort())
	}
	return all
}
