package compare

import "time"

// arrivals keeps when the solutions of a run came: the first, the second, the fourth and so on.
type arrivals struct {
	listed uint64
	times  []time.Duration
}

func (a *arrivals) add(at time.Duration) {
	a.listed++
	if a.listed&(a.listed-1) == 0 {
		a.times = append(a.times, at)
	}
}

// Rate is how fast solutions came while their number doubled.
type Rate struct {
	Solutions uint64  // how many there were at the end of the stretch, a power of two from 2 on
	PerSecond float64 // of the stretch: Solutions/2 of them by the time that they took
	Puzzles   int     // with at least this many solutions
}

// Rates returns the contender's rate of solutions for each stretch of a search, over all puzzles with enough solutions for it. It
// shows whether enumeration slows down.
func (row *Row) Rates() []Rate {
	var rates []Rate
	for k := 1; ; k++ {
		rate := Rate{Solutions: 1 << k}
		var spent time.Duration
		for _, o := range row.Outcomes {
			if k < len(o.Arrivals) {
				rate.Puzzles++
				spent += o.Arrivals[k] - o.Arrivals[k-1]
			}
		}
		if rate.Puzzles == 0 {
			return rates
		}
		rate.PerSecond = float64(rate.Puzzles) * float64(rate.Solutions/2) / max(spent, 1).Seconds()
		rates = append(rates, rate)
	}
}
