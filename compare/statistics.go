package compare

import (
	"math"
	"slices"
	"time"

	"golang.org/x/perf/benchmath"

	"qmsat/internal/lists"
)

// Confidence is the level of intervals, except where a document says otherwise.
const Confidence = 0.95

// Estimate is a figure and the interval that contains the true one with probability [Confidence]. A bound is infinite if the
// sample is too small for one.
type Estimate struct{ Center, Low, High float64 }

// Summary sums up the times of a contender: the median over puzzles, in seconds.
//
// The sample is the puzzles' own medians over the rounds, because further rounds of a puzzle give no information about other
// puzzles. For a single puzzle it is the times of its rounds. The interval assumes no distribution of times: its bounds are order
// statistics, of binomial probability (golang.org/x/perf/benchmath, AssumeNothing). Of fewer than six values one bound is
// infinite, or both.
//
// The time of a search that was cut off, or stuck, stands for a longer one. It does no harm as long as it is above the median,
// which is then exact; otherwise Bounded says that the median is longer than stated. An upper bound that is as long as such a
// time is infinite. Puzzles during which the comparison was interrupted count only if there are no others.
type Summary struct {
	Estimate
	Values     int  // the size of the sample
	Unfinished int  // puzzles without an answer
	Bounded    bool // half of the times or more are of searches without an answer: the median is a lower bound
}

// Summary sums up the row's times. All is 0 if the contender ran on no puzzle.
func (row *Row) Summary() Summary {
	values, cut := row.sample()
	if len(values) == 0 {
		return Summary{}
	}
	s := Summary{Estimate: Median(values), Values: len(values), Unfinished: row.Unfinished()}
	s.Bounded = s.Center >= cut
	if s.High >= cut {
		s.High = math.Inf(1)
	}
	return s
}

// sample returns the times in seconds that a summary is made of, and the shortest one of a search without an answer, or
// infinity.
func (row *Row) sample() (values []float64, cut float64) {
	cut = math.Inf(1)
	whole := row.number(func(o *Outcome) bool { return o.Ran() && !o.Interrupted })
	for p := range row.Outcomes {
		o := &row.Outcomes[p]
		if !o.Ran() || o.Interrupted && whole > 0 {
			continue
		}
		own := []float64{o.Median().Seconds()}
		if len(row.Outcomes) == 1 {
			own = lists.Map(o.Times, time.Duration.Seconds)
		}
		if !o.Answered() {
			cut = min(cut, o.GivenUp.Seconds())
		}
		values = append(values, own...)
	}
	return values, cut
}

// Median returns the median of the rounds' times, or 0 if there are none.
func (o *Outcome) Median() time.Duration {
	if !o.Ran() {
		return 0
	}
	if len(o.Times) == 1 {
		return o.Times[0]
	}
	times := slices.Sorted(slices.Values(o.Times))
	low, high := times[(len(times)-1)/2], times[len(times)/2]
	return low + (high-low)/2
}

// Ratio is the time of one contender divided by another one's on the same puzzle. Above 1, the first is slower.
//
// It is the geometric mean over puzzles of the ratio of the two medians, with the interval of Student's t distribution on the
// logarithms of the ratios. Pairing by puzzle takes the puzzles' very different hardness out of the comparison. The
// geometric mean is the one mean for which A over B and B over A are reciprocal, intervals included, and no single puzzle
// outweighs the rest, as in a ratio of totals. Unlike a bootstrap, t needs no seed and is defined for two puzzles; it holds
// well here: of random samples of 5 to 40 puzzles of three files in testdata, 2,000 for each of five pairs of engines, 93.8
// to 97.7 % of the intervals had the ratio of the whole file. It is the mean, not the median, that a user who
// runs many puzzles meets as an average factor. With a single puzzle, the pairs are the times of each round.
type Ratio struct {
	Estimate     // NaN without a pair; with a single pair the interval is from 0 to infinity
	Pairs    int // pairs of times
	Excluded int // puzzles left out because one of the two, or both, gave no answer
}

// Ratio returns the ratio of the times of the contenders a and b, by index.
func (report *Report) Ratio(a, b int) Ratio {
	var ratios []float64
	excluded := 0
	for p := range report.Puzzles {
		first, second := &report.Rows[a].Outcomes[p], &report.Rows[b].Outcomes[p]
		switch {
		case !first.Answered() || !second.Answered():
			excluded++
		case len(report.Puzzles) == 1:
			for r := range min(len(first.Times), len(second.Times)) {
				ratios = append(ratios, float64(first.Times[r])/float64(second.Times[r]))
			}
		default:
			ratios = append(ratios, float64(first.Median())/float64(second.Median()))
		}
	}
	return Ratio{GeometricMean(ratios), len(ratios), excluded}
}

// GeometricMean returns the geometric mean of positive values, with the interval that [Ratio] has.
func GeometricMean(values []float64) Estimate {
	e := mean(lists.Map(values, math.Log))
	return Estimate{math.Exp(e.Center), math.Exp(e.Low), math.Exp(e.High)}
}

// Median returns the median of values, NaN for none, and its interval without assumptions. It sorts them.
func Median(values []float64) Estimate {
	if len(values) == 0 {
		return Estimate{math.NaN(), math.NaN(), math.NaN()}
	}
	s := benchmath.AssumeNothing.Summary(benchmath.NewSample(values, &benchmath.DefaultThresholds), Confidence)
	return Estimate{s.Center, s.Lo, s.Hi}
}

// mean returns the mean of values and its interval by Student's t: NaN for none, without bounds for one. It sorts them.
func mean(values []float64) Estimate {
	switch len(values) {
	case 0:
		return Estimate{math.NaN(), math.NaN(), math.NaN()}
	case 1:
		return Estimate{values[0], math.Inf(-1), math.Inf(1)}
	}
	s := benchmath.AssumeNormal.Summary(benchmath.NewSample(values, &benchmath.DefaultThresholds), Confidence)
	return Estimate{s.Center, s.Lo, s.Hi}
}

// WilsonDeviations is the half-width, in standard deviations, of an interval of level [Confidence].
const WilsonDeviations = 1.959964

// Wilson returns the interval for a share, from the successes in a number of trials, at least 1. deviations is its half-width in
// standard deviations.
//
// Source: Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
func Wilson(successes, trials int, deviations float64) (low, high float64) {
	n, z2 := float64(trials), deviations*deviations
	share := float64(successes) / n
	middle := (share + z2/(2*n)) / (1 + z2/n)
	half := deviations / (1 + z2/n) * math.Sqrt(share*(1-share)/n+z2/(4*n*n))
	low, high = max(middle-half, 0), min(middle+half, 1)
	// If all trials agree, one end is exact. Rounding would hide that.
	if successes == 0 {
		low = 0
	}
	if successes == trials {
		high = 1
	}
	return low, high
}

// allPairs is the largest number of contenders for which [Report.Ratios] has every pair.
const allPairs = 6

// PairRatio is the ratio of the times of two contenders, by index.
type PairRatio struct {
	Of, Over int
	Ratio
}

// Ratios returns the ratio of each contender over each one before it or, if there are too many contenders for all pairs,
// of each over the first.
func (report *Report) Ratios() []PairRatio {
	var list []PairRatio
	for of := range report.Rows {
		list = append(list, report.RatiosOf(of)...)
	}
	return list
}

// RatiosOf returns the ratios of one contender.
func (report *Report) RatiosOf(of int) []PairRatio {
	var list []PairRatio
	for over := range of {
		if over == 0 || len(report.Rows) <= allPairs {
			list = append(list, PairRatio{of, over, report.Ratio(of, over)})
		}
	}
	return list
}
