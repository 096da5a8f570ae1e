package grids

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"qmsat/internal/checkpoint"
	"qmsat/internal/lists"
	"qmsat/internal/orbit"
)

// ErrInfeasible says that a count or a list would take too long or too much memory.
var ErrInfeasible = errors.New("not feasible")

// Class is a class of grids that symmetries map to each other.
type Class struct {
	Representative Grid // the first in lexicographic order
	Size           int
}

// maxListed is the largest Δ for which ListClasses holds all grids in memory: there are 248,832 for Δ = 2, and 186,934,272 for Δ
// = 3.
const maxListed = 2

// ListClasses returns the classes of quasi-magic grids with Δ = delta under all symmetries that keep grids quasi-magic: exchange
// of the outer rows of a band or columns of a stack, permutations of bands and of stacks, transposition, and the relabellings of
// digits that keep the set of triples allowed in lines. Classes are sorted by representatives. It holds all grids in memory, so Δ
// is at most 2; for a larger Δ it returns ErrInfeasible.
func ListClasses(ctx context.Context, delta int) ([]Class, error) {
	b, err := newBound(delta)
	if err != nil {
		return nil, err
	}
	if b > maxListed {
		return nil, fmt.Errorf("listing the classes of grids for Δ = %d: %w, because all grids are kept in memory; expected Δ up to %d", delta, ErrInfeasible, maxListed)
	}
	list, err := List(ctx, delta)
	if err != nil {
		return nil, err
	}
	generators := b.generators()
	found, err := orbit.All(ctx, slices.Collect(list), func(g Grid, visit func(Grid)) {
		for i := range generators {
			visit(generators[i].apply(&g))
		}
	})
	if err != nil {
		return nil, fmt.Errorf("listing the classes of grids for Δ = %d: %w", delta, err)
	}
	var classes []Class
	for _, orbit := range found {
		// Grids come in ascending order, so the first of an orbit is its least.
		classes = append(classes, Class{orbit[0], len(orbit)})
	}
	return classes, nil
}

// maxBurnside is the largest Δ for which classes of grids are counted by Burnside's lemma.
const maxBurnside = 4

// countClasses counts classes of grids by Burnside's lemma: their number is the mean, over all symmetries, of the number of grids
// that a symmetry maps to themselves. A unit of the work is a class of conjugate symmetries.
func countClasses(ctx context.Context, b bound, options Options) (*big.Int, error) {
	if b > maxBurnside {
		return nil, fmt.Errorf("counting classes of grids for Δ = %d: %w, because the grids that symmetries fix are counted one by one; expected Δ up to %d", b, ErrInfeasible, maxBurnside)
	}
	classes, err := b.symmetryClasses(ctx)
	var fixed *fixedCounter
	if err == nil {
		fixed, err = newFixedCounter(ctx, b)
	}
	if err != nil {
		return nil, fmt.Errorf("counting classes for Δ = %d: %w", b, err)
	}
	order := lists.Sum(classes, func(class symmetryClass) int { return class.size })
	j := job{len(classes), func() worker {
		return func(ctx context.Context, unit int) (*big.Int, error) {
			if unit == 0 {
				// The identity maps all grids to themselves.
				grids, err := gridJob(ctx, b)
				if err != nil {
					return nil, err
				}
				return grids.run(ctx, checkpoint.Header{}, Options{Workers: 1})
			}
			n, err := fixed.count(ctx, classes[unit].symmetry)
			total := new(big.Int).SetUint64(n)
			return total.Mul(total, big.NewInt(int64(classes[unit].size))), err
		}
	}}
	total, err := j.run(ctx, j.header(b, Classes), options)
	if err != nil {
		return nil, fmt.Errorf("counting classes for Δ = %d: %w", b, err)
	}
	mean, rest := new(big.Int).QuoRem(total, big.NewInt(int64(order)), new(big.Int))
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("counting classes for Δ = %d: the sum over symmetries %v is no multiple of their number %d", b, total, order)
	}
	return mean, nil
}
