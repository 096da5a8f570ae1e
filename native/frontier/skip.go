package frontier

import (
	"math"
	"math/big"
)

// maySkip reports whether searches may continue through a cut. For few states neither look-ahead nor this test pays. A cut is
// skipped if most states that searches reach there are new.
func (r *run) maySkip(cut int) bool {
	if cut == r.plan.visible || r.layer.size() < r.problem.size(skipSetting) {
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
