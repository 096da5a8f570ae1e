package grids

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
)

// Sample returns grids for Δ = delta, 2 to 9, each drawn uniformly from all.
//
// For Δ = 2 it takes no time. For other Δ it draws numbers of grids: see [NewNumbering] and [Numbering.Grids] for the time.
// Options are those of Count; the grids depend only on the source of randomness.
func Sample(ctx context.Context, delta, n int, random *rand.Rand, options Options) ([]Grid, error) {
	if delta == listedDelta {
		uniform, err := NewUniform(ctx, delta)
		if err != nil {
			return nil, err
		}
		list := make([]Grid, n)
		for i := range list {
			list[i] = uniform.Grid(random)
		}
		return list, nil
	}
	numbering, err := NewNumbering(ctx, delta, options)
	if err != nil {
		return nil, fmt.Errorf("choosing grids: %w", err)
	}
	return numbering.Sample(ctx, n, random)
}

// Sample returns grids, each drawn uniformly from all. See [Numbering.Grids] for the time.
func (n *Numbering) Sample(ctx context.Context, samples int, random *rand.Rand) ([]Grid, error) {
	numbers := make([]*big.Int, samples)
	for i := range numbers {
		numbers[i] = below(random, n.total)
	}
	return n.Grids(ctx, numbers)
}

// below returns a uniform random number from 0 to n−1.
func below(random *rand.Rand, n *big.Int) *big.Int {
	for {
		r := new(big.Int)
		for range (n.BitLen() + 63) / 64 {
			r.Or(r.Lsh(r, 64), new(big.Int).SetUint64(random.Uint64()))
		}
		r.Rsh(r, uint((64-n.BitLen()%64)%64))
		if r.Cmp(n) < 0 {
			return r
		}
	}
}
