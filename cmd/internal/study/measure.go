package study

import (
	"context"

	"qmsat/internal/job"
)

// Measure measures items on workers goroutines (0: one for each processor that Go may use). Each goroutine opens a measure of its
// own, and ends it. After each item it calls step, unless nil, in one goroutine at a time. An error, or the end of ctx, stops it.
// Measure returns the results of the finished items, in the items' order.
func Measure[R any](
	ctx context.Context, workers, items int, open func(ctx context.Context) (measure func(item int) (R, error), end func(), err error), step func(),
) (finished []R, err error) {
	results := make([]*R, items)
	err = job.Each(ctx, workers, items, func(ctx context.Context) (func(int) error, func(), error) {
		measure, end, err := open(ctx)
		return func(item int) error {
			r, err := measure(item)
			if err == nil {
				results[item] = &r
			}
			return err
		}, end, err
	}, func(int, int) {
		if step != nil {
			step()
		}
	})
	for _, r := range results {
		if r != nil {
			finished = append(finished, *r)
		}
	}
	return finished, err
}
