package grids

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"

	spread "qmsat/internal/job"
)

// Job is the kind of job that counts as [Count] does; its items are spans of units of the sum.
const Job = "grids"

// jobInput is the input of a job.
type jobInput struct {
	Delta int  `json:"delta"`
	What  What `json:"what"`
}

// JobInput returns the input of a job.
func JobInput(delta int, what What) ([]byte, error) { return json.Marshal(jobInput{delta, what}) }

func init() {
	spread.Register(spread.Kind{Name: Job, Open: func(ctx context.Context, text []byte, _ spread.Options) (spread.Work, error) {
		var input jobInput
		if err := json.Unmarshal(text, &input); err != nil {
			return nil, fmt.Errorf("the input of a job: %w", err)
		}
		b, err := newBound(input.Delta)
		if err != nil {
			return nil, err
		}
		j, err := jobOf(ctx, b, input.What)
		if err != nil {
			return nil, err
		}
		var work worker
		spans := &spread.Spans[*big.Int]{
			Total: j.units, Grain: 1,
			Do: func(ctx context.Context, lo, hi int) (*big.Int, []byte, error) {
				if work == nil {
					work = j.newWorker()
				}
				sum := new(big.Int)
				for unit := lo; unit < hi; unit++ {
					n, err := work(ctx, unit)
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
		return spans.Work(), nil
	}})
}
