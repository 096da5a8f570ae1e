package grids

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	"qmsat/internal/checkpoint"
	spread "qmsat/internal/job"
)

// job is a count whose result is the sum of its units' results.
type job struct {
	units     int
	newWorker func() worker
}

// worker computes units, one at a time; each goroutine has its own.
type worker func(ctx context.Context, unit int) (*big.Int, error)

// single is a job of one unit, which needs only the tables for a Δ.
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

// checkpointVersion changes with the form of the file and with the division of a count into units.
const checkpointVersion = 3

// header identifies the count of a checkpoint.
func (j job) header(b bound, what What) checkpoint.Header {
	return checkpoint.Header{Kind: "qmsat grids checkpoint", Version: checkpointVersion, Work: []string{
		fmt.Sprintf("delta %d", b), fmt.Sprintf("what %s", what), fmt.Sprintf("units %d", j.units),
	}}
}

// run returns the sum of all units.
func (j job) run(ctx context.Context, header checkpoint.Header, options Options) (*big.Int, error) {
	results, err := j.results(ctx, header, options)
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	for _, result := range results {
		sum.Add(sum, result)
	}
	return sum, nil
}

// results computes the units that the checkpoint lacks, and returns the results of all units.
func (j job) results(ctx context.Context, header checkpoint.Header, options Options) (results []*big.Int, err error) {
	tree, err := spread.Here(ctx, spread.Local{Checkpoint: options.Checkpoint, Header: header}, options.Workers, j.spans, options.Progress)
	if err != nil {
		return nil, err
	}
	for _, r := range tree.Done() {
		result, _ := new(big.Int).SetString(r.Result, 10) // cannot fail: it was parsed before
		results = append(results, result)
	}
	return results, nil
}

// spans returns the work on units, for one goroutine.
func (j job) spans() *spread.Spans[*big.Int] {
	var compute worker
	return &spread.Spans[*big.Int]{
		Total: j.units, Grain: 1,
		Do: func(ctx context.Context, lo, hi int) (*big.Int, []byte, error) {
			if compute == nil {
				compute = j.newWorker()
			}
			sum := new(big.Int)
			for unit := lo; unit < hi; unit++ {
				n, err := compute(ctx, unit)
				if err != nil {
					return nil, nil, err
				}
				sum.Add(sum, n)
			}
			return sum, nil, nil
		},
		Add: func(a, b *big.Int) (*big.Int, error) {
			switch {
			case b == nil || b.Sign() < 0:
				return nil, fmt.Errorf("found %v, expected a number that is not negative", b)
			case a == nil:
				return b, nil
			}
			return new(big.Int).Add(a, b), nil
		},
		Text: func(sum *big.Int) string {
			if sum == nil {
				return "0"
			}
			return sum.String()
		},
	}
}

// Job is the kind of job that counts like [Count]; its items are spans of units of the sum.
const Job = "grids"

// jobInput is the input of a job.
type jobInput struct {
	Delta int  `json:"delta"`
	What  What `json:"what"`
}

// JobInput returns the input of a job.
func JobInput(delta int, what What) ([]byte, error) { return json.Marshal(jobInput{delta, what}) }

func init() {
	spread.RegisterSpans(Job, func(ctx context.Context, input jobInput, _ spread.Options) (*spread.Spans[*big.Int], error) {
		b, err := newBound(input.Delta)
		if err != nil {
			return nil, err
		}
		j, err := jobOf(ctx, b, input.What)
		if err != nil {
			return nil, err
		}
		return j.spans(), nil
	})
}
