package grids

import (
	"context"
	"errors"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/mathx"

	"qmsat/model/modeltest"
)

// likelihood returns the probability that counts deviate this much from the expected ones, or more (Pearson's χ²).
func likelihood(found, expected []float64) float64 {
	statistic := 0.0
	for i := range found {
		statistic += (found[i] - expected[i]) * (found[i] - expected[i]) / expected[i]
	}
	return mathx.GammaIncComp(float64(len(found)-1)/2, statistic/2)
}

// For Δ = 2, grids drawn by rank come from all classes, in proportion to their sizes.
func TestSampleByClass(t *testing.T) {
	samples := modeltest.Scale(3000, 40_000, 100_000)
	u := newUniform(t)
	class := map[Grid]int{}
	for i, c := range u.classes {
		for s := range u.symmetries {
			class[u.symmetries[s].apply(&c.Representative)] = i
		}
	}
	n, err := NewNumbering(t.Context(), 2, Options{})
	if err != nil {
		t.Fatal(err)
	}
	list, err := n.Sample(t.Context(), samples, rand.New(rand.NewPCG(1, 2)))
	if err != nil {
		t.Fatal(err)
	}
	found, expected := make([]float64, len(u.classes)), make([]float64, len(u.classes))
	for _, g := range list {
		i, known := class[g]
		if !known {
			t.Fatalf("%v is no grid for Δ = 2", g)
		}
		found[i]++
	}
	for i, c := range u.classes {
		expected[i] = float64(samples) * float64(c.Size) / float64(u.total)
	}
	if p := likelihood(found, expected); p < 1e-4 {
		t.Errorf("classes are found %v times, expected %v: likelihood %v", found, expected, p)
	}
}

// Drawn grids are quasi-magic and the same for the same source, with any number of workers.
func TestSample(t *testing.T) {
	for _, delta := range []int{2, 3} {
		m := modeltest.QuasiMagic(t, delta)
		var last []Grid
		for workers := 1; workers < 3; workers++ {
			list, err := Sample(t.Context(), delta, 20, rand.New(rand.NewPCG(5, 6)), Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range list {
				checkGrid(t, m, g)
			}
			if last != nil && !slices.Equal(list, last) {
				t.Errorf("Δ = %d: other workers choose other grids", delta)
			}
			last = list
		}
	}
	if _, err := Sample(t.Context(), 1, 1, rand.New(rand.NewPCG(5, 6)), Options{}); !errors.Is(err, ErrInfeasible) {
		t.Errorf("Δ = 1: error %v, expected that it is not feasible", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Sample(ctx, 3, 1, rand.New(rand.NewPCG(5, 6)), Options{}); err == nil {
		t.Error("a choice whose context has ended goes on")
	}
}

// All numbers below a bound are drawn.
func TestBelow(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	n, _ := new(big.Int).SetString("18446744073709551617", 10) // 2⁶⁴ + 1
	high := 0
	seen := map[string]int{}
	for range 300 {
		if below(random, n).Cmp(new(big.Int).Rsh(n, 1)) > 0 {
			high++
		}
		seen[below(random, big.NewInt(3)).String()]++
	}
	if high < 100 || high > 200 || len(seen) != 3 || seen["0"] < 60 || seen["1"] < 60 || seen["2"] < 60 {
		t.Errorf("%d of 300 in the upper half, and %v of three", high, seen)
	}
}
