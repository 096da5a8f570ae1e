package grids

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
)

// Sample returns grids for Δ = delta, 2 to 9, each chosen among all, every one being equally likely.
//
// For Δ = 2 it takes no time. For others grids are chosen by their numbers: see [NewNumbering] and [Numbering.Grids] for the time.
// Options are those of Count; the grids depend on the source of randomness alone.
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

// Sample returns grids, each chosen among all, every one being equally likely. See [Numbering.Grids] for the time.
func (n *Numbering) Sample(ctx context.Context, samples int, random *rand.Rand) ([]Grid, error) {
	numbers := make([]*big.Int, samples)
	for i := range numbers {
		numbers[i] = below(random, n.total)
	}
	return n.Grids(ctx, numbers)
}

// below returns a random number from 0 to n−1, each equally likely.
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
