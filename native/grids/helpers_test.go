package grids

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"
)

// gridCounts are the numbers of grids by Δ. Those for Δ = 0, 1, 2 and 9 are published (Roach et al. 2009; Felgenhauer, Jarvis
// 2006); the others come from this package and would show a change.
var gridCounts = [maxDelta + 1]string{
	"0", "0", "248832", "186934272", "338232539136", "1033103464869888", "912531257480521728",
	"101827799294313406464", "891409614662556684288", "6670903752021072936960",
}

func count(t testing.TB, delta int, what What, options Options) *big.Int {
	t.Helper()
	n, err := Count(context.Background(), delta, what, options)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

// filling returns the content of a box.
func (g *Grid) filling(box int) (f filling) {
	for i, cell := range cellAt[box] {
		f[i] = g[cell]
	}
	return f
}

func (g *Grid) setFilling(box int, f filling) {
	for i, cell := range cellAt[box] {
		g[cell] = f[i]
	}
}

// flipRows, flipColumns and transpose keep a filling quasi-magic.
func (f filling) flipRows() filling {
	return filling{f[6], f[7], f[8], f[3], f[4], f[5], f[0], f[1], f[2]}
}

func (f filling) flipColumns() filling { return f.transpose().flipRows().transpose() }

func (f filling) transpose() filling {
	return filling{f[0], f[3], f[6], f[1], f[4], f[7], f[2], f[5], f[8]}
}

// randomBand returns a grid with a first band of quasi-magic boxes.
func randomBand(random *rand.Rand, t *tables) (g Grid) {
	part := t.parts[random.IntN(len(t.parts))]
	for stack, rows := range part[random.IntN(len(part))] {
		columns := t.partners[rows][random.IntN(len(t.partners[rows]))]
		f, _ := t.bound.filling(t.partitions[rows], t.partitions[columns])
		if random.IntN(2) == 0 {
			f = f.flipColumns()
		}
		g.setFilling(stack, f)
	}
	isBand := func() bool {
		for i := range side {
			if setOf(g[digits*i:digits*i+digits]...) != allOf {
				return false
			}
		}
		return true
	}
	// Two of the ways to exchange outer rows make a band.
	for !isBand() {
		stack := random.IntN(side)
		g.setFilling(stack, g.filling(stack).flipRows())
	}
	return g
}

// ofAll returns the sum over all second and third bands, in all orders.
func (s *sum) ofAll(ctx context.Context, stacks [side]*stackTable) *big.Int {
	s.fix(stacks)
	total := new(big.Int)
	for third := range s.live {
		if err := s.chunks(ctx, third, func(trios int) bool {
			for _, second := range s.live {
				add(total, s.over(second, trios))
			}
			return true
		}); err != nil {
			panic(err)
		}
	}
	return total
}
