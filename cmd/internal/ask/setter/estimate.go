package setter

import (
	"cmp"
	"context"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"time"

	"qmsat/internal/lists"
	"qmsat/internal/stop"
	"qmsat/model"
	"qmsat/model/engine"
)

// Sampler estimates the number of solutions from samples of a search tree: its nodes are cubes that a session splits.
type Sampler struct {
	Session engine.Splitter
	Cube    model.Cube // of the root
	Random  *rand.Rand
}

// Methods are the methods of sampling by name. Each returns an estimate whose expected value is the number of solutions.
var Methods = map[string]func(*Sampler, context.Context) (*big.Float, error){"knuth": (*Sampler).path, "chen": (*Sampler).strata}

// DefaultMethods are tried in this order, until a sample meets a solution.
var DefaultMethods = []string{"knuth", "chen"}

// Known is what samples and a search say of the number of solutions.
type Known struct {
	Estimate          // without a hit it estimates nothing
	Method   string   // of its samples
	Lower    *big.Int // the solutions that a search found; nil if a sample met one
	Exact    bool     // the search found all
}

// A search after samples without a solution takes searchShare of the time, and leastSearch if there is no time limit.
const (
	searchShare = 10
	leastSearch = 100 * time.Millisecond
)

// Estimate draws n samples by the first of some [Methods], by the next one if none of them meets a solution, and so on. Then it searches,
// for a tenth of the time that ctx has left, or that the samples took. Each method begins with the seed. It calls drawn after each
// sample. The error says why there are fewer samples, unless a search followed.
func (s *Sampler) Estimate(ctx context.Context, methods []string, n int, seed uint64, drawn func()) (k Known, err error) {
	begun, share := time.Now(), time.Duration(0)
	if end, limited := ctx.Deadline(); limited {
		share = time.Until(end) / searchShare
	}
	for _, method := range methods {
		s.Random = rand.New(rand.NewPCG(seed, 0))
		samples, err := s.samples(ctx, method, n, share*time.Duration(searchShare-1)/time.Duration(len(methods)), drawn)
		if k = (Known{Method: method}); len(samples) > 0 {
			k.Estimate = NewEstimate(samples)
		}
		if err != nil || k.Hits > 0 {
			return k, err
		}
	}
	if share == 0 {
		share = max(time.Since(begun)/searchShare, leastSearch)
	}
	search, cancel := stop.Within(ctx, share)
	defer cancel()
	result, err := s.Session.Run(search, s.Cube, 0, nil)
	k.Lower, k.Exact = cmp.Or(result.Count, new(big.Int)), result.Complete()
	if search.Err() != nil {
		err = nil
	}
	return k, err
}

// samples draws n samples. Without a hit, it takes at most the limit if that is not 0.
func (s *Sampler) samples(ctx context.Context, method string, n int, limit time.Duration, drawn func()) (samples []*big.Float, err error) {
	short, cancel := context.WithCancel(ctx)
	defer cancel()
	if limit > 0 {
		defer time.AfterFunc(limit, cancel).Stop()
	}
	for hits := 0; len(samples) < n; drawn() {
		until := short
		if hits > 0 {
			until = ctx
		}
		x, err := Methods[method](s, until)
		if err != nil && ctx.Err() == nil && short.Err() != nil {
			return samples, nil
		} else if err != nil {
			return samples, err
		}
		samples, hits = append(samples, x), hits+x.Sign()
	}
	return samples, nil
}

// path follows one random path and multiplies the numbers of children (Knuth, Estimating the efficiency of backtrack programs,
// 1975).
func (s *Sampler) path(ctx context.Context) (*big.Float, error) {
	weight, cube := big.NewFloat(1), slices.Clone(s.Cube)
	for {
		split, found, err := s.Session.Split(ctx, cube)
		if err != nil {
			return nil, err
		}
		if !found {
			return s.leaf(ctx, cube, weight)
		}
		n := split.Open.Size()
		if n == 0 {
			return new(big.Float), nil
		}
		weight.Mul(weight, big.NewFloat(float64(n)))
		cube = append(cube, model.Given{Var: split.Var, Value: split.Open.Value(s.Random.IntN(n))})
	}
}

// leaf returns the weight of a cube that fixes all outputs, or 0 if it has no solution.
func (s *Sampler) leaf(ctx context.Context, cube model.Cube, weight *big.Float) (*big.Float, error) {
	result, err := s.Session.Run(ctx, cube, 1, nil)
	switch {
	case err != nil:
		return nil, err
	case result.Cause != nil:
		return nil, result.Cause
	case result.Count.Sign() == 0:
		return new(big.Float), nil
	}
	return weight, nil
}

// node stands for all nodes of its stratum, whose weights it has.
type node struct {
	cube   model.Cube
	split  engine.Split
	weight *big.Float
}

// strata visits the tree level by level. Of the nodes of a level with the same number of children it keeps a random one, with the
// weight of all (Chen, Heuristic sampling: a method for predicting the performance of tree searching programs, 1992).
func (s *Sampler) strata(ctx context.Context) (*big.Float, error) {
	total := new(big.Float)
	level := map[int]*node{}
	if err := s.visit(ctx, level, s.Cube, big.NewFloat(1), total); err != nil {
		return nil, err
	}
	for len(level) > 0 {
		next := map[int]*node{}
		for _, children := range slices.Sorted(maps.Keys(level)) {
			n := level[children]
			for _, cube := range n.split.Cubes(n.cube) {
				if err := s.visit(ctx, next, cube, n.weight, total); err != nil {
					return nil, err
				}
			}
		}
		level = next
	}
	return total, nil
}

// visit adds a solution to the total, or a cube with children to its stratum. A later node of a stratum replaces the earlier ones
// with a probability in proportion to its weight.
func (s *Sampler) visit(ctx context.Context, level map[int]*node, cube model.Cube, weight, total *big.Float) error {
	split, found, err := s.Session.Split(ctx, cube)
	if err != nil {
		return err
	}
	if !found {
		more, err := s.leaf(ctx, cube, weight)
		if err == nil {
			total.Add(total, more)
		}
		return err
	}
	children := split.Open.Size()
	if children == 0 {
		return nil
	}
	kept := level[children]
	if kept == nil {
		level[children] = &node{cube, split, new(big.Float).Set(weight)}
		return nil
	}
	kept.weight.Add(kept.weight, weight)
	share, _ := new(big.Float).Quo(weight, kept.weight).Float64()
	if s.Random.Float64() < share {
		kept.cube, kept.split = cube, split
	}
	return nil
}

// Estimate is what samples say of a number.
type Estimate struct {
	Samples int
	Hits    int        // samples that met a solution
	Mean    *big.Float // of the samples
	Error   *big.Float // the standard error of the mean; nil for a single sample, and without a hit
	// Low and High bound the number with 95 % confidence: they enclose two intervals for it, by the standard error of the mean on
	// a logarithmic scale, and by Cox's method for samples that are log-normal. Samples of search trees have long tails, and most
	// are about log-normal; their mean and its standard error are then often too low. Neither interval knows of parts of the tree
	// that no sample met. Both are nil with fewer than two hits.
	Low, High *big.Float
}

// normal95 is the 97.5 % quantile of the normal distribution.
const normal95 = 1.96

// NewEstimate evaluates samples, of which there is at least one.
//
// Cox's method: Zhou and Gao, Confidence intervals for the log-normal mean, 1997.
func NewEstimate(samples []*big.Float) Estimate {
	hits := lists.Filter(samples, func(x *big.Float) bool { return x.Sign() > 0 })
	sum := new(big.Float)
	for _, x := range hits {
		sum.Add(sum, x)
	}
	n, m := float64(len(samples)), float64(len(hits))
	e := Estimate{Samples: len(samples), Hits: len(hits), Mean: sum.Quo(sum, big.NewFloat(n))}
	if n < 2 || m < 1 {
		return e
	}
	times := func(factor float64) *big.Float { return new(big.Float).Mul(e.Mean, big.NewFloat(factor)) }
	ratios := lists.Map(samples, func(x *big.Float) float64 {
		ratio, _ := new(big.Float).Quo(x, e.Mean).Float64()
		return ratio
	})
	relative := math.Sqrt(variance(ratios, 1) / n)
	if e.Error = times(relative); m < 2 {
		return e
	}
	// Relative to the mean, the logarithms fit a float64.
	logs := lists.Map(lists.Filter(ratios, func(r float64) bool { return r > 0 }), math.Log)
	middle := lists.Sum(logs, func(l float64) float64 { return l }) / m
	spread := variance(logs, middle)
	centre := middle + spread/2 + math.Log(m/n)
	reach := normal95 * math.Sqrt(spread/m+spread*spread/2/(m-1)+(1/m-1/n))
	e.Low = times(math.Exp(min(-normal95*relative, centre-reach)))
	e.High = times(math.Exp(max(normal95*relative, centre+reach)))
	return e
}

// variance returns the sample variance of numbers with a mean.
func variance(list []float64, mean float64) float64 {
	return lists.Sum(list, func(x float64) float64 { return (x - mean) * (x - mean) }) / float64(len(list)-1)
}
