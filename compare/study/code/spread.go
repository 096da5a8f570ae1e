package code

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"qmsat/internal/job"
)

// ErasuresJob is the kind of job that measures as [Erasures.Measure] does; its items are spans of samples.
const ErasuresJob = "erasures"

// jobGrain is the number of samples of an item.
const jobGrain = 10

// JobInput returns the input of a job that measures.
func (e *Erasures) JobInput() ([]byte, error) { return json.Marshal(e) }

// ReadJob returns the points that such a job comes to.
func ReadJob(value string) (points []Point, err error) {
	return points, json.Unmarshal([]byte(value), &points)
}

func init() { job.RegisterSpans(ErasuresJob, openJob) }

func openJob(ctx context.Context, e Erasures, options job.Options) (*job.Spans[[]Point], error) {
	points, err := e.points()
	if err != nil {
		return nil, err
	}
	if len(points) == 0 {
		return nil, fmt.Errorf("the input of a job: no erasures or no decoders")
	}
	if e.Delta == BookDelta && !options.Reads {
		if e.Book, err = NewBook(ctx); err != nil {
			return nil, err
		}
	}
	var w *erasureWorker
	return &job.Spans[[]Point]{
		Total: len(e.Words), Grain: jobGrain,
		Do: func(ctx context.Context, lo, hi int) ([]Point, []byte, error) {
			if w == nil {
				var err error
				if w, err = e.newWorker(ctx, points); err != nil {
					return nil, nil, err
				}
			}
			w.points = slices.Clone(points)
			for i := lo; i < hi; i++ {
				if err := w.sample(ctx, i); err != nil {
					return nil, nil, err
				}
			}
			return w.points, nil, nil
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
	}, nil
}
