package grids

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"qmsat/model/modeltest"
)

// numbered returns the grids with some numbers, and checks that these grids have those numbers.
func numbered(t *testing.T, n *Numbering, numbers []*big.Int) []Grid {
	t.Helper()
	list, err := n.Grids(t.Context(), numbers)
	if err != nil {
		t.Fatal(err)
	}
	back, err := n.Numbers(t.Context(), list)
	if err != nil {
		t.Fatal(err)
	}
	for i := range back {
		if back[i].Cmp(numbers[i]) != 0 {
			t.Fatalf("grid %v, %v, has the number %v", numbers[i], list[i], back[i])
		}
	}
	return list
}

func numbering(t *testing.T, delta int) *Numbering {
	t.Helper()
	n, err := NewNumbering(t.Context(), delta, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if n.Total().String() != gridCounts[delta] {
		t.Fatalf("Δ = %d: %v numbers, expected %s", delta, n.Total(), gridCounts[delta])
	}
	return n
}

// For Δ = 2 each grid has exactly one number.
func TestNumberingAll(t *testing.T) {
	n := numbering(t, 2)
	every := modeltest.Scale(int64(97), 1)
	var numbers []*big.Int
	for i := int64(0); i < n.Total().Int64(); i += every {
		numbers = append(numbers, big.NewInt(i))
	}
	list := numbered(t, n, numbers)
	all, _, err := newUniform(t).All(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[Grid]bool{}
	for _, g := range list {
		if seen[g] {
			t.Fatalf("%v has two numbers", g)
		}
		seen[g] = true
		if _, found := slices.BinarySearchFunc(all, g, func(a, b Grid) int { return slices.Compare(a[:], b[:]) }); !found {
			t.Fatalf("%v is no grid for Δ = 2", g)
		}
	}
}

// Random numbers, and the first and the last, give quasi-magic grids.
func TestNumbering(t *testing.T) {
	deltas := modeltest.Scale([]int{3}, []int{3, 9})
	if modeltest.Confirms() {
		deltas = []int{3, 4, 9}
	}
	random := rand.New(rand.NewPCG(3, 3))
	for _, delta := range deltas {
		n := numbering(t, delta)
		numbers := []*big.Int{new(big.Int), new(big.Int).Sub(n.Total(), big.NewInt(1))}
		for range 20 {
			numbers = append(numbers, below(random, n.Total()))
		}
		m := modeltest.QuasiMagic(t, delta)
		for _, g := range numbered(t, n, numbers) {
			checkGrid(t, m, g)
		}
	}
}

func TestNumberingRefuses(t *testing.T) {
	n := numbering(t, 2)
	for _, number := range []*big.Int{big.NewInt(-1), big.NewInt(248832)} {
		if _, err := n.Grids(t.Context(), []*big.Int{number}); err == nil {
			t.Errorf("there is a grid %v", number)
		}
	}
	g := numbered(t, n, []*big.Int{big.NewInt(1000)})[0]
	for i, j := range []int{1, 9, 80} {
		wrong := g
		wrong[i], wrong[j] = wrong[j], wrong[i]
		wrong[80] ^= wrong[80] & uint8(i/2*15) // an open cell
		if number, err := n.Numbers(t.Context(), []Grid{g, wrong}); err == nil {
			t.Errorf("%v has the number %v", wrong, number[1])
		}
	}
}
