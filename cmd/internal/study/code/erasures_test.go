package code

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"qmsat/model/modeltest"
	"qmsat/native/grids"
)

// Samples agree with what is exact, do not depend on workers, and stronger decoders fail less.
func TestMeasure(t *testing.T) {
	modeltest.OnlyLong(t)
	b := book(t)
	words, err := SampleWords(t.Context(), BookDelta, 120, 1, grids.Options{})
	if err != nil {
		t.Fatal(err)
	}
	e := &Erasures{Delta: BookDelta, Words: words, Numbers: []int{0, 8, 60, 70, 81}, Decoders: []string{ML, NakedSingles, ArcConsistency}, Book: b, Seed: 1, Workers: 1}
	points, err := e.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	byClass, err := b.ByClass(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	average := b.Average(byClass)
	for i, p := range points {
		if p.Samples != len(words) {
			t.Errorf("%d samples, expected %d", p.Samples, len(words))
		}
		if i > 0 && points[i-1].Erasures == p.Erasures && points[i-1].Failures < p.Failures {
			t.Errorf("%d erasures: %s fails %d times, the weaker %s %d times", p.Erasures, p.Decoder, p.Failures, points[i-1].Decoder, points[i-1].Failures)
		}
		if p.Decoder != ML {
			continue
		}
		if err := p.Check(nil, average.Expected(p.Erasures)); err != nil {
			t.Error(err)
		}
		if p.Fitting /= 2; p.Failures >= 100 && p.Check(nil, average.Expected(p.Erasures)) == nil {
			t.Errorf("%d erasures: half of the words that fit go unnoticed", p.Erasures)
		}
	}
	if last := points[len(points)-1]; last.Failures != last.Samples || points[0].Failures != 0 {
		t.Error("a word without erasures fails, or one of nothing but erasures does not")
	}
	e.Workers = 3
	again, err := e.Measure(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i := range again {
		again[i].Fitting = points[i].Fitting
	}
	if !slices.Equal(points, again) {
		t.Error("other workers find other numbers")
	}
}

// A share of failures that lies in the interval agrees with the exact one, and no other does.
func TestCheckShare(t *testing.T) {
	p := Point{Erasures: 4, Decoder: ML, Samples: 1000, Failures: 500}
	for percent, agrees := range map[int64]bool{42: false, 45: true, 50: true, 55: true, 58: false} {
		if err := p.Check(big.NewRat(percent, 100), nil); (err == nil) != agrees {
			t.Errorf("500 of 1000 fail, exactly %d %%: %v", percent, err)
		}
	}
}

// The exact share of failures is what going through all erasures finds: those of the smallest unavoidable sets, each with more.
func TestFailures(t *testing.T) {
	modeltest.OnlyLong(t)
	b := book(t)
	failures := func(erasures int) *big.Rat {
		share, err := b.Failures(t.Context(), erasures)
		if err != nil {
			t.Fatal(err)
		}
		return share
	}
	if share := failures(3); share.Sign() != 0 {
		t.Errorf("3 erasures: %v of all words fail", share)
	}
	// At the smallest distance d each word at d fails for one mask.
	byClass, err := b.ByClass(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	average := b.Average(byClass)
	d := average.Minimum()
	want := new(big.Rat).Quo(average[d], new(big.Rat).SetInt(choose(Length, d)))
	if share := failures(d); share.Cmp(want) != 0 {
		t.Errorf("%d erasures: %v fail, expected %v", d, share, want)
	}
	// Where all is erased every word fails; what is exact lies below the number of others that fit, and grows.
	last := new(big.Rat)
	numbers := []int{5, 8, 12}
	if modeltest.Long() {
		numbers = append(numbers, 13, 14, 15, 16, 17, 18, 19)
	}
	for _, erasures := range numbers {
		share := failures(erasures)
		others := new(big.Rat).Sub(average.Expected(erasures), big.NewRat(1, 1))
		if share.Cmp(others) > 0 || share.Cmp(last) <= 0 {
			t.Errorf("%d erasures: %v fail, %v others fit, %v before", erasures, share, others, last)
		}
		last = share
		// Up to 17 erasures a word is lost where one of two disjoint sets of four cells is, or a set of twelve: the formula of
		// docs/code.md.
		ways := new(big.Int).Mul(big.NewInt(2), choose(Length-4, Length-erasures))
		ways.Sub(ways, choose(Length-8, Length-erasures)).Add(ways, choose(Length-12, Length-erasures))
		want := new(big.Rat).SetFrac(ways.Mul(ways, big.NewInt(4)), new(big.Int).Mul(big.NewInt(27), choose(Length, erasures)))
		if erasures <= 17 && share.Cmp(want) != 0 {
			t.Errorf("%d erasures: %v fail, expected %v", erasures, share, want)
		}
	}
	// Through a channel as many words fit as on average over numbers of erasures.
	var fit [Length + 1]float64
	for erasures := range fit {
		fit[erasures], _ = average.Expected(erasures).Float64()
	}
	if got, want := average.ExpectedThrough(0.7), Channel(0.7, &fit); math.Abs(got-want) > 1e-9*want {
		t.Errorf("ε = 0.7: %v words fit, expected %v", got, want)
	}
	if all, _ := average.Expected(Length).Float64(); all != 248832 {
		t.Errorf("%v words fit where all is erased", all)
	}
}

// A channel's failures are those of a word of erasures where all fail from some number on.
func TestChannel(t *testing.T) {
	var shares [Length + 1]float64
	for i := range shares {
		shares[i] = 1
	}
	for _, epsilon := range []float64{0, 0.3, 1} {
		if p := Channel(epsilon, &shares); math.Abs(p-1) > 1e-9 {
			t.Errorf("ε = %v: %v, expected 1", epsilon, p)
		}
	}
	shares[0] = 0
	if p := Channel(0.5, &shares); math.Abs(1-p-math.Pow(0.5, Length)) > 1e-9 {
		t.Errorf("all words but those without erasures fail: %v", p)
	}
}

func TestInterval(t *testing.T) {
	for _, p := range []Point{{Samples: 100}, {Samples: 100, Failures: 100}, {Samples: 1000, Failures: 300}} {
		low, high := p.Interval()
		if share := float64(p.Failures) / float64(p.Samples); low < 0 || high > 1 || low > share || high < share || high-low > 0.15 {
			t.Errorf("%d of %d: between %v and %v", p.Failures, p.Samples, low, high)
		}
	}
}
