package code

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"qmsat/compare"
	"qmsat/internal/job"
	"qmsat/internal/lists"
	"qmsat/native/grids"
)

// Erasures defines a measurement: how often decoders fail if some cells of words are erased.
type Erasures struct {
	Delta    int                   `json:"delta"`
	Words    []Word                `json:"words"`    // one a sample
	Numbers  []int                 `json:"erasures"` // of cells erased
	Decoders []string              `json:"decoders"` // names
	Book     *Book                 `json:"-"`        // for Δ = 2; otherwise nil
	Seed     uint64                `json:"seed"`     // of the masks
	Workers  int                   `json:"-"`        // goroutines; 0 means one for each processor that Go may use
	Progress func(done, total int) `json:"-"`
}

// Point is the result of a decoder with a number of erasures.
type Point struct {
	Erasures int
	Decoder  string
	Samples  int
	Failures int // words that were not recovered
	Symbols  int // cells that were not recovered, of all samples
	// Left is the number of samples by the number of cells that were not recovered.
	Left [Length + 1]int
	// The sums over samples of the number of words that fit, and of its square, by maximum likelihood for Δ = 2.
	Fitting, FittingSquared float64
}

// confidence is the width of the intervals in standard deviations. 99.99 % of samples lie within, so even a table of many points
// rarely exceeds its intervals by chance.
const confidence = 3.89

// Interval returns the Wilson interval for the share of words not recovered.
func (p *Point) Interval() (low, high float64) {
	return compare.Wilson(p.Failures, p.Samples, confidence)
}

// SampleWords returns words for Δ, drawn uniformly; equal seeds give equal words. It takes as long as [grids.Sample].
func SampleWords(ctx context.Context, delta, samples int, seed uint64, options grids.Options) ([]Word, error) {
	return grids.Sample(ctx, delta, samples, rand.New(rand.NewPCG(seed, 0)), options)
}

// Measure erases cells, and all decoders decode the same words. A sample's cells are erased in a random order, and larger
// erasures contain the smaller ones, so the points of one curve are not independent. Points are ordered by number of erasures,
// then by decoder, and depend only on the seed.
func (e *Erasures) Measure(ctx context.Context) ([]Point, error) {
	points, err := e.points()
	if err != nil {
		return nil, err
	}
	tree, err := job.Here(ctx, job.Local{}, e.Workers, func() *job.Spans[[]Point] { return e.spans(points) }, e.Progress)
	if err != nil {
		return nil, err
	}
	value, err := tree.Value()
	if err != nil {
		return nil, err
	}
	return ReadJob(value)
}

// LeftBy returns a quantile of the number of cells not recovered, over the words not recovered. A share of 0.5 is the median. The
// result is 0 if all words were recovered.
func (p *Point) LeftBy(share float64) int {
	rank := int(share * float64(p.Failures-1))
	for cells, n := range p.Left[1:] {
		if rank -= n; rank < 0 && p.Failures > 0 {
			return cells + 1
		}
	}
	return 0
}

// names returns the names of the decoders, the weakest first, each once.
func (e *Erasures) names() []string {
	return lists.Filter(DecoderNames(), func(name string) bool { return slices.Contains(e.Decoders, name) })
}

// open opens the decoders for a goroutine.
func (e *Erasures) open(ctx context.Context) (decoders []Decoder, err error) {
	for _, name := range e.names() {
		d, err := NewDecoder(ctx, name, e.Delta, e.Book)
		if err != nil {
			return nil, err
		}
		decoders = append(decoders, d)
	}
	return decoders, nil
}

// points returns a point without samples for each number of erasures and decoder.
func (e *Erasures) points() (points []Point, err error) {
	for _, n := range e.Numbers {
		if n < 0 || n > Length {
			return nil, fmt.Errorf("%d erasures, expected 0 to %d", n, Length)
		}
		for _, name := range e.names() {
			points = append(points, Point{Erasures: n, Decoder: name})
		}
	}
	if len(points) == 0 {
		return nil, errors.New("found no erasures or no decoders, expected one of each at least")
	}
	return points, nil
}

func (p *Point) add(more *Point) {
	p.Samples += more.Samples
	p.Failures += more.Failures
	p.Symbols += more.Symbols
	for cells, n := range more.Left {
		p.Left[cells] += n
	}
	p.Fitting += more.Fitting
	p.FittingSquared += more.FittingSquared
}

// erasureOrder returns the order in which the cells of a sample are erased.
func erasureOrder(seed uint64, sample int) []int {
	return rand.New(rand.NewPCG(seed, uint64(sample)+1)).Perm(Length)
}

func without(w Word, cells []int) Word {
	for _, cell := range cells {
		w[cell] = 0
	}
	return w
}

// decode lets each decoder continue from the result of a weaker one, because it would recover the same cells itself.
func (e *Erasures) decode(ctx context.Context, decoders []Decoder, sent *Word, received Word, points []Point) error {
	for i, d := range decoders {
		p := &points[i]
		p.Samples++
		fitting := 1.0
		if received != *sent {
			decoded, err := d.Decode(ctx, &received)
			if err != nil {
				return fmt.Errorf("%s of %v: %w", p.Decoder, received, err)
			}
			received = decoded
			if counting, ok := d.(*BookDecoder); ok {
				fitting = float64(counting.Fitting)
			}
		}
		left := 0
		for cell, value := range received {
			if value == 0 {
				left++
			} else if value != sent[cell] {
				return fmt.Errorf("%s recovers %v, expected %v", p.Decoder, received, sent)
			}
		}
		p.Left[left]++
		p.Symbols += left
		if left > 0 {
			p.Failures++
		}
		if p.Decoder == ML && e.Delta == BookDelta {
			p.Fitting += fitting
			p.FittingSquared += fitting * fitting
		}
	}
	return nil
}

// Expected returns how many words fit what is left of a word after this many erasures: the exact average over words and erasures.
// A word at distance w fits if all w cells are erased.
func (a *Average) Expected(erasures int) *big.Rat {
	sum := new(big.Rat)
	for distance, mean := range a[:erasures+1] {
		fits := new(big.Rat).SetFrac(choose(Length-distance, Length-erasures), choose(Length, erasures))
		sum.Add(sum, fits.Mul(fits, mean))
	}
	return sum
}

// ExpectedThrough returns how many words fit what is left of a word if each cell is erased with probability epsilon: the average
// over words and erasures. A word at distance w fits if all w cells are erased. The result minus 1 is an upper bound on the share
// of words that maximum likelihood does not recover.
func (a *Average) ExpectedThrough(epsilon float64) (fit float64) {
	for distance, mean := range a {
		words, _ := mean.Float64()
		fit += words * math.Pow(epsilon, float64(distance))
	}
	return fit
}

func choose(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }

// mostUnions bounds the number of unions of unavoidable sets in the sum for an exact share of failures.
const mostUnions = 1 << 16

// Failures returns the exact share of words and erasures for which another word fits too; nil if the sum has too many terms. It
// uses inclusion and exclusion over the sets in which near words differ.
func (b *Book) Failures(ctx context.Context, erasures int) (*big.Rat, error) {
	share := new(big.Rat)
	for _, class := range b.Classes {
		sets, err := b.unavoidable(ctx, &class.Representative, erasures)
		if err != nil {
			return nil, err
		}
		// By union of sets, how often it is added minus how often it is subtracted.
		counted := map[cellSet]int{{}: -1}
		for _, set := range sets {
			for union, times := range maps.Clone(counted) {
				union[0], union[1] = union[0]|set[0], union[1]|set[1]
				if union.size() <= erasures {
					counted[union] -= times
				}
			}
			if ctx.Err() != nil || len(counted) > mostUnions {
				return nil, context.Cause(ctx)
			}
		}
		delete(counted, cellSet{})
		failing := new(big.Int)
		for union, times := range counted {
			n := choose(Length-union.size(), Length-erasures)
			failing.Add(failing, n.Mul(n, big.NewInt(int64(times))))
		}
		failing.Mul(failing, big.NewInt(int64(class.Size)))
		share.Add(share, new(big.Rat).SetInt(failing))
	}
	all := new(big.Int).Mul(choose(Length, erasures), big.NewInt(int64(len(b.Words))))
	return share.Quo(share, new(big.Rat).SetInt(all)), nil
}

// unavoidable returns the minimal sets of up to a number of cells in which some other word differs from a given one.
func (b *Book) unavoidable(ctx context.Context, w *Word, most int) ([]cellSet, error) {
	from := pack(w)
	var all []cellSet
	for i := range b.packed {
		if d := from.differences(&b.packed[i]); d.size() > 0 && d.size() <= most {
			all = append(all, d)
		}
	}
	slices.SortStableFunc(all, func(a, b cellSet) int { return a.size() - b.size() })
	var least []cellSet
	for _, set := range all {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if !slices.ContainsFunc(least, func(inner cellSet) bool { return inner[0]&^set[0] == 0 && inner[1]&^set[1] == 0 }) {
			least = append(least, set)
		}
	}
	return least, nil
}

// Check reports whether a point agrees with exact values: the share of failures, and the expected number of words that fit; nil
// if unknown. With few failures the measured number of words varies widely, so it is checked only for many failures. For fewer,
// the share of failures is checked against its bound, the expected number of other words that fit.
func (p *Point) Check(exact, expected *big.Rat) error {
	low, high := p.Interval()
	if exact != nil {
		if share, _ := exact.Float64(); share < low || share > high {
			return fmt.Errorf("%s at %d erasures: %d of %d words fail, a share from %.3g to %.3g, expected %.3g",
				p.Decoder, p.Erasures, p.Failures, p.Samples, low, high, share)
		}
	}
	if expected == nil {
		return nil
	}
	const many = 100
	n := float64(p.Samples)
	fit, _ := expected.Float64()
	mean := p.Fitting / n
	deviation := math.Sqrt(max(p.FittingSquared/n-mean*mean, 0) / n)
	if p.Failures >= many && math.Abs(mean-fit) > confidence*deviation || low > fit-1 {
		return fmt.Errorf("%s at %d erasures: found %.4g ± %.2g words that fit on average, expected %.4g",
			p.Decoder, p.Erasures, mean, confidence*deviation, fit)
	}
	return nil
}

// Channel returns the share of failures if each cell is erased independently with probability epsilon: the mean over the numbers
// of erasures, 0 to 81.
func Channel(epsilon float64, shares *[Length + 1]float64) (mean float64) {
	for erasures, share := range shares {
		ways, _ := new(big.Float).SetInt(choose(Length, erasures)).Float64()
		mean += share * ways * math.Pow(epsilon, float64(erasures)) * math.Pow(1-epsilon, float64(Length-erasures))
	}
	return mean
}
