package compare_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"qmsat/compare"
	"qmsat/model"
	"qmsat/model/engine"
)

// row makes a row of times in nanoseconds, by puzzle and round, every search finished.
func row(times ...[]time.Duration) compare.Row {
	var r compare.Row
	for _, t := range times {
		r.Outcomes = append(r.Outcomes, compare.Outcome{Times: t, Ended: engine.Exhausted})
	}
	return r
}

// single makes a row of one time a puzzle.
func single(times ...time.Duration) compare.Row {
	var list [][]time.Duration
	for _, t := range times {
		list = append(list, []time.Duration{t})
	}
	return row(list...)
}

func reportOf(rows ...compare.Row) *compare.Report {
	return &compare.Report{Puzzles: make([]model.Puzzle, len(rows[0].Outcomes)), Rows: rows}
}

const second = time.Second

// near reports whether two numbers differ by rounding alone.
func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*max(math.Abs(a), math.Abs(b))
}

func expectEstimate(t *testing.T, what string, got compare.Estimate, center, low, high float64) {
	t.Helper()
	if !near(got.Center, center) || !near(got.Low, low) || !near(got.High, high) {
		t.Errorf("%s: %v, expected {%v %v %v}", what, got, center, low, high)
	}
}

func TestMedianOfRounds(t *testing.T) {
	for _, test := range []struct {
		times []time.Duration
		want  time.Duration
	}{{nil, 0}, {[]time.Duration{7}, 7}, {[]time.Duration{9, 1, 5}, 5}, {[]time.Duration{8, 2, 4, 100}, 6}} {
		o := compare.Outcome{Times: test.times}
		if got := o.Median(); got != test.want {
			t.Errorf("median of %v is %v, expected %v", test.times, got, test.want)
		}
	}
}

// The median over puzzles is that of the puzzles' medians. From six puzzles on the least and the greatest bound it: the true
// median is outside with probability 2/64. Fewer bound nothing.
func TestSummary(t *testing.T) {
	inf := math.Inf(1)
	three := row([]time.Duration{1 * second, 9 * second, 2 * second}, []time.Duration{5 * second, 5 * second, 90 * second},
		[]time.Duration{30 * second, 10 * second, 20 * second})
	expectEstimate(t, "three puzzles", three.Summary().Estimate, 5, -inf, inf)
	if total, round := three.Total(), three.Solve(); total != 172*second || round != 27*second {
		t.Errorf("all rounds took %v, one %v, expected 172 s and 27 s", total, round)
	}
	six := single(6*second, 1*second, 5*second, 2*second, 4*second, 3*second)
	expectEstimate(t, "six puzzles", six.Summary().Estimate, 3.5, 1, 6)
	one := row([]time.Duration{6 * second, 1 * second, 5 * second, 2 * second, 4 * second, 3 * second})
	expectEstimate(t, "six rounds of a puzzle", one.Summary().Estimate, 3.5, 1, 6)
	none := row(nil, nil)
	if s := none.Summary(); s != (compare.Summary{}) {
		t.Errorf("no puzzle: %+v, expected nothing", s)
	}
}

// cutOff says of a puzzle with one round that the round was cut off.
func cutOff(o *compare.Outcome) { o.Ended, o.GivenUp = engine.CutOff, o.Times[0] }

// What was cut off above the median leaves the median exact and the interval open; below it, the median is a bound.
func TestSummaryOfUnfinished(t *testing.T) {
	r := single(6*second, 1*second, 5*second, 2*second, 4*second, 3*second)
	cutOff(&r.Outcomes[0])
	s := r.Summary()
	expectEstimate(t, "the longest cut off", s.Estimate, 3.5, 1, math.Inf(1))
	if s.Bounded || s.Unfinished != 1 || s.Values != 6 {
		t.Errorf("%+v, expected an exact median and one puzzle unfinished", s)
	}
	for _, p := range []int{0, 2, 4, 5} {
		cutOff(&r.Outcomes[p])
	}
	if s := r.Summary(); !s.Bounded || s.Unfinished != 4 {
		t.Errorf("%+v, expected a lower bound and four puzzles unfinished", s)
	}
}

// One round of a puzzle that was cut off, where the others were short, says nothing against the median.
func TestSummaryOfOneRoundCutOff(t *testing.T) {
	r := row([]time.Duration{1 * second, 2 * second, 60 * second}, []time.Duration{3 * second, 3 * second, 3 * second})
	r.Outcomes[0].Ended, r.Outcomes[0].GivenUp = engine.CutOff, 60*second
	if s := r.Summary(); s.Bounded || s.Center != 2.5 || s.Unfinished != 1 {
		t.Errorf("%+v, expected an exact median of 2.5 s, and one puzzle unfinished", s)
	}
}

// A puzzle that an interrupt cut off after a moment leaves the others' median as it is; alone it is a lower bound.
func TestSummaryOfInterrupted(t *testing.T) {
	r := single(6*second, 1*second, 5*second, 2*second, 4*second, 3*second, 1)
	cut := &r.Outcomes[6]
	cutOff(cut)
	cut.Interrupted = true
	s := r.Summary()
	expectEstimate(t, "six puzzles and an interrupted one", s.Estimate, 3.5, 1, 6)
	if s.Bounded || s.Unfinished != 1 || s.Values != 6 {
		t.Errorf("%+v, expected six values and one puzzle unfinished", s)
	}
	alone := compare.Row{Outcomes: r.Outcomes[6:]}
	if s := alone.Summary(); !s.Bounded || s.Values != 1 {
		t.Errorf("%+v, expected a lower bound", s)
	}
}

// Ratios 2 and 8 have the geometric mean 4; the logarithm's standard error is ln 2, Student's t for one degree of freedom
// and 95 % is tan(0.475 π) = 12.7062.
func TestRatio(t *testing.T) {
	report := reportOf(single(2*second, 80*second), single(1*second, 10*second))
	spread := math.Exp2(math.Tan(0.475 * math.Pi))
	ratio := report.Ratio(0, 1)
	if math.Abs(ratio.High/(4*spread)-1) > 1e-6 || math.Abs(ratio.Low*spread/4-1) > 1e-6 || !near(ratio.Center, 4) ||
		ratio.Pairs != 2 || ratio.Excluded != 0 {
		t.Errorf("%+v, expected 4 within a factor of %v of 2 pairs", ratio, spread)
	}
	expectEstimate(t, "a contender and itself", report.Ratio(1, 1).Estimate, 1, 1, 1)

	rounds := reportOf(row([]time.Duration{2 * second, 8 * second}), row([]time.Duration{1 * second, 1 * second}))
	if ratio := rounds.Ratio(0, 1); !near(ratio.Center, 4) || ratio.Pairs != 2 || math.Abs(ratio.High/(4*spread)-1) > 1e-6 {
		t.Errorf("two rounds of one puzzle: %+v", ratio)
	}
	report.Rows[1].Outcomes[0].Ended = engine.CutOff
	ratio = report.Ratio(0, 1)
	expectEstimate(t, "one pair", ratio.Estimate, 8, 0, math.Inf(1))
	if ratio.Pairs != 1 || ratio.Excluded != 1 {
		t.Errorf("%+v, expected one pair and one puzzle left out", ratio)
	}
	report.Rows[0].Outcomes[1].Ended = engine.CutOff
	if ratio := report.Ratio(0, 1); !math.IsNaN(ratio.Center) || ratio.Pairs != 0 || ratio.Excluded != 2 {
		t.Errorf("no pair: %+v", ratio)
	}
}

// B over A is the reciprocal of A over B; a contender that is k times as slow has k times the ratio; the order of puzzles and
// of rounds does not matter if there are several puzzles; every interval holds its center.
func TestStatisticsProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		puzzles, rounds := rapid.IntRange(2, 20).Draw(t, "puzzles"), rapid.IntRange(1, 4).Draw(t, "rounds")
		draw := func(name string) compare.Row {
			var times [][]time.Duration
			for range puzzles {
				times = append(times, rapid.SliceOfN(rapid.Map(rapid.Int64Range(1, 1e6),
					func(n int64) time.Duration { return time.Duration(n * 2) }), rounds, rounds).Draw(t, name))
			}
			return row(times...)
		}
		report := reportOf(draw("a"), draw("b"))
		ab, ba := report.Ratio(0, 1), report.Ratio(1, 0)
		if !near(ab.Center*ba.Center, 1) || !near(ab.Low*ba.High, 1) || !near(ab.High*ba.Low, 1) {
			t.Fatalf("%+v and %+v are not reciprocal", ab, ba)
		}
		summary := report.Rows[0].Summary()
		for _, e := range []compare.Estimate{ab.Estimate, summary.Estimate} {
			if !(e.Low <= e.Center && e.Center <= e.High) {
				t.Fatalf("%v is no interval around its center", e)
			}
		}
		const k = 3
		seed := rapid.Uint64().Draw(t, "seed")
		for i := range report.Rows {
			// The same order of puzzles for both rows, an order of rounds for each.
			random := rand.New(rand.NewPCG(seed, 0))
			random.Shuffle(puzzles, func(p, q int) {
				list := report.Rows[i].Outcomes
				list[p], list[q] = list[q], list[p]
			})
			for _, o := range report.Rows[i].Outcomes {
				slices.Reverse(o.Times)
				for r := range o.Times {
					if i == 0 {
						o.Times[r] *= k
					}
				}
			}
		}
		slower, scaled := report.Ratio(0, 1), report.Rows[0].Summary()
		if !near(slower.Center, k*ab.Center) || !near(slower.High, k*ab.High) || !near(scaled.Center, k*summary.Center) {
			t.Fatalf("%v and %v, %d times as slow %v and %v", ab, summary, k, slower, scaled)
		}
	})
}

// The interval of the ratio holds the true one about as often as it says: of 400 samples of 30 log-normal pairs, 95 %, give
// or take four standard deviations.
func TestRatioCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const samples, puzzles, truth = 400, 30, 2.5
	covered := 0
	for range samples {
		a, b := make([]time.Duration, puzzles), make([]time.Duration, puzzles)
		for p := range puzzles {
			hardness := math.Exp(12 + 2*random.NormFloat64())
			b[p] = time.Duration(hardness)
			a[p] = time.Duration(hardness * truth * math.Exp(random.NormFloat64()))
		}
		if ratio := reportOf(single(a...), single(b...)).Ratio(0, 1); ratio.Low <= truth && truth <= ratio.High {
			covered++
		}
	}
	deviation := 4 * math.Sqrt(samples*compare.Confidence*(1-compare.Confidence))
	if math.Abs(float64(covered)-samples*compare.Confidence) > deviation {
		t.Errorf("%d of %d intervals hold the true ratio", covered, samples)
	}
}

// Up to six contenders every pair has its ratio; of more, each is held against the first.
func TestRatiosOfPairs(t *testing.T) {
	for _, test := range []struct{ contenders, pairs int }{{0, 0}, {1, 0}, {2, 1}, {6, 15}, {7, 6}} {
		var rows []compare.Row
		for i := range test.contenders {
			rows = append(rows, single(time.Duration(i+1)*second, time.Duration(i+1)*second))
		}
		ratios := (&compare.Report{Puzzles: make([]model.Puzzle, 2), Rows: rows}).Ratios()
		if len(ratios) != test.pairs {
			t.Errorf("%d contenders: %d ratios, expected %d", test.contenders, len(ratios), test.pairs)
		}
		for _, r := range ratios {
			if want := float64(r.Of+1) / float64(r.Over+1); r.Of <= r.Over || !near(r.Center, want) {
				t.Errorf("%+v, expected %v", r, want)
			}
		}
	}
}

// Two intervals of Wilson's, as R's prop.test has them without its correction.
func TestWilson(t *testing.T) {
	for _, test := range []struct {
		successes, trials int
		low, high         float64
	}{{4, 6, 0.3000, 0.9032}, {0, 10, 0, 0.2775}, {10, 10, 0.7225, 1}, {50, 100, 0.4038, 0.5962}} {
		low, high := compare.Wilson(test.successes, test.trials, compare.WilsonDeviations)
		if math.Abs(low-test.low) > 1e-4 || math.Abs(high-test.high) > 1e-4 {
			t.Errorf("%d of %d: %.4f to %.4f, expected %.4f to %.4f", test.successes, test.trials, low, high, test.low, test.high)
		}
	}
}
