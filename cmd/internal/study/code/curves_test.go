package code

import (
	"math"
	"math/big"
	"math/rand/v2"

	"slices"
	"testing"

	"qmsat/model/modeltest"
)

// Curves found by bisection are those of decoding with each number of erasures.
func TestCurves(t *testing.T) {
	modeltest.OnlyLong(t)
	for _, delta := range []int{2, 9} {
		words, err := codec(t, BookDelta).Sample(t.Context(), 15, rand.New(rand.NewPCG(2, 2)))
		if err != nil {
			t.Fatal(err)
		}
		e := &Erasures{Delta: delta, Words: words, Decoders: []string{ML, ArcConsistency}, Book: book(t), Seed: 3, Workers: 2}
		curves, err := e.Curves(t.Context(), big.NewInt(1000), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		e.Numbers = []int{0, 20, 30, 44, 60, 66, 81}
		points, err := e.Measure(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range points {
			i := slices.IndexFunc(curves, func(c Curve) bool { return c.Decoder == p.Decoder })
			if got := curves[i].Failures[p.Erasures]; got != float64(p.Failures)/float64(p.Samples) {
				t.Errorf("Δ = %d, %s, %d erasures: share %v fails by bisection, %d by decoding", delta, p.Decoder, p.Erasures, got, p.Failures)
			}
		}
	}
}

// A random code of as many words as there are contents of some cells fails about where these are what is left.
func TestRandomFailures(t *testing.T) {
	words := new(big.Int).Exp(big.NewInt(9), big.NewInt(20), nil)
	if rate := Rate(words); math.Abs(rate*Length-20) > 1e-9 {
		t.Errorf("the rate is %v, expected 20 of 81", rate)
	}
	for erasures, want := range map[int]float64{61: 1 - 1/math.E, 55: 1.9e-6, 70: 1, 81: 1} {
		if got := randomFailures(words, erasures); math.Abs(got-want) > 0.01*want {
			t.Errorf("%d erasures: %v fail, expected %v", erasures, got, want)
		}
	}
}
