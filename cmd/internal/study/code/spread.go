package code

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"qmsat/internal/job"
	"qmsat/model"
)

// ErasuresJob is the kind of job that measures as [Erasures.Measure] does; its items are spans of samples.
const ErasuresJob = "erasures"

// An item has up to jobGrain samples, and so few that there are itemsLeast of them.
const (
	jobGrain   = 10
	itemsLeast = 64
)

// ReadJob returns the points that result from such a job.
func ReadJob(value string) (points []Point, err error) {
	err = json.Unmarshal([]byte(value), &points)
	return points, err
}

func init() { job.RegisterSpans(ErasuresJob, openJob) }

func openJob(ctx context.Context, e Erasures, options job.Options) (*job.Spans[[]Point], error) {
	points, err := e.points()
	switch most := model.MaxDelta(side); {
	case err != nil:
	case e.Delta < BookDelta || e.Delta > most:
		err = fmt.Errorf("found Δ = %d, expected %d to %d", e.Delta, BookDelta, most)
	case slices.ContainsFunc(e.Words, func(w Word) bool { return slices.Max(w[:]) > digits }):
		err = fmt.Errorf("found a word with a value above %d", digits)
	case e.Delta == BookDelta && !options.Reads:
		e.Book, err = NewBook(ctx)
	}
	return e.spans(points), err
}

// spans returns the work on the samples, for one goroutine. Each sample is decoded with each number of erasures.
func (e *Erasures) spans(points []Point) *job.Spans[[]Point] {
	var decoders []Decoder
	return &job.Spans[[]Point]{
		Total: len(e.Words), Grain: max(1, min(jobGrain, len(e.Words)/itemsLeast)),
		Do: func(ctx context.Context, lo, hi int) (_ []Point, _ []byte, err error) {
			if decoders == nil {
				if decoders, err = e.open(ctx); err != nil {
					return nil, nil, err
				}
			}
			sums := slices.Clone(points)
			for i := lo; i < hi; i++ {
				order := erasureOrder(e.Seed, i)
				for n, number := range e.Numbers {
					if err := e.decode(ctx, decoders, &e.Words[i], without(e.Words[i], order[:number]), sums[n*len(decoders):]); err != nil {
						return nil, nil, err
					}
				}
			}
			return sums, nil, nil
		},
		Add: func(a, b []Point) ([]Point, error) {
			if len(b) != len(points) {
				return nil, fmt.Errorf("found %d points, expected %d", len(b), len(points))
			}
			sum := slices.Clone(b)
			for i := range a {
				sum[i].add(&a[i])
			}
			return sum, nil
		},
	}
}
