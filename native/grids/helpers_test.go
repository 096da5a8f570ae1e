package grids

import (
	"context"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"
)

// gridCounts are the numbers of grids by Δ. Those for Δ = 0, 1, 2 and 9 are published (Roach et al. 2009; Felgenhauer, Jarvis
// 2006); the others come from this package and keep it from changing its mind.
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

// confirms skips a test that takes many minutes, unless QMSAT_CONFIRM is set.
func confirms(t testing.TB) {
	if os.Getenv("QMSAT_CONFIRM") == "" {
		t.Skip("takes many minutes; runs where QMSAT_CONFIRM is set")
	}
}

// randomBand returns a grid with a first band of quasi-magic mini-grids.
func randomBand(random *rand.Rand, t *tables) (g Grid) {
	part := t.parts[random.IntN(len(t.parts))]
	for stack, rows := range part[random.IntN(len(part))] {
		columns := t.partners[rows][random.IntN(len(t.partners[rows]))]
		m, _ := t.bound.minigrid(t.partitions[rows], t.partitions[columns])
		if random.IntN(2) == 0 {
			m = m.flipColumns()
		}
		g.setMinigrid(stack, m)
	}
	// Of the ways to exchange outer rows, two make a band.
	for !t.bound.joined(g.minigrid(0), g.minigrid(1), g.minigrid(2)) {
		stack := random.IntN(side)
		g.setMinigrid(stack, g.minigrid(stack).flipRows())
	}
	return g
}
