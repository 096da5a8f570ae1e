package setter

import (
	"context"
	"errors"
	"math"
	"math/big"
	"testing"
	"testing/synctest"
	"time"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
	"qmsat/model/sample"
	_ "qmsat/native"
	"qmsat/native/generate"
)

// draw returns some estimates of the number of solutions.
func draw(t *testing.T, m *model.Model, cube model.Cube, method string, samples int, seed uint64) []*big.Float {
	t.Helper()
	s, err := engine.Open(t.Context(), "native", m, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sampler := &Sampler{s.(engine.Splitter), cube, generate.NewRandom(seed)}
	list := make([]*big.Float, samples)
	for i := range list {
		if list[i], err = Methods[method](sampler, t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// TestSamplesAreUnbiased holds the mean of many samples against the exact count, on random models with any variables and outputs.
// The seeds are fixed; five standard errors are exceeded by chance once in a million times.
func TestSamplesAreUnbiased(t *testing.T) {
	models := 0
	for seed := uint64(1); models < modeltest.Scale(10, 40); seed++ {
		m := sample.Bare(generate.NewRandom(seed))
		seen := map[string]bool{}
		for _, key := range modeltest.Keys(m, nil) {
			seen[key] = true
		}
		if len(seen) < 2 {
			continue
		}
		models++
		for method := range Methods {
			e := NewEstimate(draw(t, m, nil, method, 2000, seed))
			mean, _ := e.Mean.Float64()
			spread, _ := e.Error.Float64()
			if math.Abs(mean-float64(len(seen))) > 5*spread+1e-9 {
				t.Errorf("model %d: %s estimates %v ± %v, expected %d", seed, method, mean, spread, len(seen))
			}
		}
	}
}

// TestIntervals counts how often the interval contains the exact number, for 4×4 grids, 288, and for grids with some givens.
func TestIntervals(t *testing.T) {
	m, seeds := modeltest.Sudoku(t, 2, 2), modeltest.Scale(uint64(40), 100)
	for _, puzzle := range []struct {
		text string
		want float64
	}{{"................", 288}, {"1...............", 72}, {"1234............", 12}} {
		cube, err := m.Notation().Parse(m, puzzle.text)
		if err != nil {
			t.Fatal(err)
		}
		for method := range Methods {
			covered, want := uint64(0), big.NewFloat(puzzle.want)
			for seed := range seeds {
				if e := NewEstimate(draw(t, m, cube, method, 50, seed)); e.Low.Cmp(want) <= 0 && e.High.Cmp(want) >= 0 {
					covered++
				}
			}
			if covered < seeds*9/10 {
				t.Errorf("%s, %s: %d of %d intervals contain %v, expected about 95 %%", puzzle.text, method, covered, seeds, puzzle.want)
			}
		}
	}
}

// TestEstimate checks the figures of given samples.
func TestEstimate(t *testing.T) {
	of := func(list ...float64) Estimate {
		samples := make([]*big.Float, len(list))
		for i, x := range list {
			samples[i] = big.NewFloat(x)
		}
		return NewEstimate(samples)
	}
	for _, e := range []Estimate{of(0, 0, 0), of(5), of(0)} {
		if e.Low != nil || e.High != nil || e.Error != nil {
			t.Errorf("one sample or no hits: %+v, expected neither an error nor bounds", e)
		}
	}
	if e := of(0, 4, 0, 0); e.Low != nil || e.High != nil || e.Error == nil || e.Error.Text('g', 4) != "1" {
		t.Errorf("one hit of four: %+v, expected an error of 1 and no bounds", e)
	}
	if e := of(1, 3, 0, 4); e.Hits != 3 || e.Mean.String() != "2" || e.Error.Text('g', 4) != "0.9129" || e.Low.Cmp(e.Mean) >= 0 || e.High.Cmp(e.Mean) <= 0 {
		t.Errorf("1, 3, 0 and 4: %+v, error %v", e, e.Error)
	}
	if e := of(7, 7, 7); e.Error.Sign() != 0 || e.Low.Text('g', 9) != "7" || e.High.Text('g', 9) != "7" {
		t.Errorf("equal samples: %+v", e)
	}
	huge := new(big.Float).SetMantExp(big.NewFloat(1), 5000)
	if e := NewEstimate([]*big.Float{huge, new(big.Float).Mul(huge, big.NewFloat(3))}); e.Mean.MantExp(nil) != 5002 || e.High.IsInf() {
		t.Errorf("numbers beyond a float64: %v", e.Mean.MantExp(nil))
	}
}

// ended is a session whose splits take until their context ends, and whose runs are cut off or not.
type ended struct {
	engine.Splitter
	result engine.Result
	left   time.Duration // of the time of a run
}

func (e *ended) Split(ctx context.Context, _ model.Cube) (engine.Split, bool, error) {
	<-ctx.Done()
	return engine.Split{}, false, context.Cause(ctx)
}

func (e *ended) Run(ctx context.Context, _ model.Cube, _ uint64, _ func(model.Assignment) bool) (engine.Result, error) {
	end, _ := ctx.Deadline()
	e.left = time.Until(end)
	return e.result, nil
}

// Without a sample, a search has a tenth of the time, within the limit. What it finds is exact only if it is complete.
func TestEstimateSearches(t *testing.T) {
	for _, test := range []struct {
		outcome engine.Outcome
		count   int64
	}{{engine.CutOff, 7}, {engine.CutOff, 0}, {engine.Exhausted, 0}, {engine.Exhausted, 3}} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			s := &ended{result: engine.Result{Count: big.NewInt(test.count), Outcome: test.outcome}}
			known, err := (&Sampler{Session: s}).Estimate(ctx, DefaultMethods, 10, 1, func() {})
			if err != nil || known.Samples > 0 || known.Lower.Int64() != test.count || known.Exact != (test.outcome == engine.Exhausted) {
				t.Errorf("%+v, error %v, expected %d solutions", known, err, test.count)
			}
			if s.left != 6*time.Second || ctx.Err() != nil {
				t.Errorf("a search of %v, expected 6s", s.left)
			}
		})
	}
}

// A sampling that is stopped by its context is followed by no search.
func TestEstimateStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if known, err := (&Sampler{Session: &ended{}}).Estimate(ctx, DefaultMethods, 10, 1, func() {}); !errors.Is(err, context.Canceled) || known.Lower != nil {
		t.Errorf("%+v, error %v", known, err)
	}
}
