package frontier

import (
	"context"
	"math"
	"math/big"
)

const (
	probeStates = 128 // states of each layer from which a probe continues
	probeNodes  = 128 // nodes for each of these states, for its searches to the next cut
)

// predicted estimates the cost of the rest of a run, in states; searches are converted to states. It follows the given number of
// states of each layer, evenly spread, and estimates the layer's size from how often it meets the same state.
//
// If N states are equally likely, d draws meet n = N·(1−exp(−d/N)) different ones; it solves this for N.
func (r *run) predicted(ctx context.Context, states int) (float64, error) {
	cost, width := 0.0, float64(r.layer.size())
	r.costs = make([]float64, r.plan.visible)
	layer := r.layer.spread(states)
	for at := r.at; at < r.plan.visible && layer.n > 0; {
		to := r.plan.nextCut(at)
		next := newLayer(r.plan.words, 1, 1, "a probe")
		s := r.newSearch(ctx, at, to, next, &work{})
		if err := r.problem.watch.Over(workPerCut); err != nil {
			return 0, err
		}
		sources := 0
		for ; sources < layer.n && s.nodes < int64(probeNodes*states); sources++ {
			s.count = layer.count(sources)
			if err := s.from(0, layer.state(sources), 1); err != nil {
				return 0, err
			}
		}
		scale := width / float64(sources)
		width = different(float64(next.size()), float64(s.ends), scale)
		r.costs[at] = width + scale*float64(s.nodes)/nodesPerState
		cost += r.costs[at]
		layer, at = next.spread(states), to
	}
	return cost, nil
}

// different estimates the number of different items among scale·draws, if there were n among draws.
func different(n, draws, scale float64) float64 {
	if n == draws {
		return n * scale
	}
	least, most := n, n*1e9
	for range 100 {
		all := math.Sqrt(least * most)
		if all*-math.Expm1(-draws/all) < n {
			least = all
		} else {
			most = all
		}
	}
	return least * -math.Expm1(-draws*scale/least)
}

// maySkip reports whether searches may continue through a cut. For few states neither look-ahead nor this test pays. A cut is
// skipped if most states that searches reach there are new.
func (r *run) maySkip(cut int) bool {
	if cut == r.plan.visible || r.layer.size() < r.problem.limits.Passed {
		return false
	}
	paths := big.NewInt(1)
	for _, s := range r.plan.steps[r.at:r.plan.nextCut(cut)] {
		paths.Mul(paths, s.values())
	}
	return paths.BitLen() <= r.plan.paths
}

// metOnce searches from the first batches, a sample of the layer, and predicts the share of new states among all that the
// searches will reach.
//
// Its model: after d states the share of new ones is q·exp(−k·d); q is less than 1 if a single search reaches states twice. The
// decline between the means of the sample's two halves gives k, and then q.
func (r *run) metOnce(searches []*search, batches int, progress func(states int)) (float64, error) {
	var new, met [2]float64
	middle := (batches + 1) / 2
	for half, to := range []int{middle, batches} {
		if err := r.layer.share(searches, half*middle, to, progress); err != nil {
			return 0, err
		}
		new[half] = float64(searches[0].next.size())
		for _, s := range searches {
			met[half] += float64(s.ends)
		}
	}
	first, second := new[0]/met[0], (new[1]-new[0])/(met[1]-met[0])
	if !(second < first) {
		return first, nil
	}
	k := 2 * math.Log(first/second) / met[1]
	q := first * math.Exp(k*met[1]/4)
	all := met[1] * float64(r.layer.batches()) / float64(batches)
	return q * -math.Expm1(-k*all) / (k * all), nil
}
