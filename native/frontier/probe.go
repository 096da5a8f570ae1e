package frontier

import (
	"context"
	"math"
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
