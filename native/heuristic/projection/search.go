package projection

import (
	"math"
	"math/rand/v2"
	"slices"

	"qmsat/model"
)

// search is a point on its way to a solution. In the product space its state has a copy of the space for each set, one after the
// other; otherwise the state is one point.
type search struct {
	*space
	scheme  scheme
	beta    float64
	state   []float64
	copies  [][]float64 // parts of the state
	point   []float64   // the point to read: the mean of the copies
	buffers [3][]float64
	fixed   []int32 // by variable: the coordinate of its given, or -1
	shown   model.Assignment
	seen    []int // by set and line: the latest check that saw a 1 in it
	firstOf []int // by set: its first line in seen
	looks   int
	earlier []float64 // a state to compare with later ones
	next    int       // the step at which to keep a new one
}

func newSearch(s *space, scheme scheme, beta float64) *search {
	n := s.size()
	w := &search{
		space: s, scheme: scheme, beta: beta, point: make([]float64, n),
		shown: make(model.Assignment, len(s.model.Variables)),
	}
	number := 1
	if scheme.product {
		number = len(s.sets)
	}
	w.state = make([]float64, number*n)
	w.earlier = make([]float64, number*n)
	for i := range number {
		w.copies = append(w.copies, w.state[i*n:(i+1)*n])
	}
	if !scheme.product {
		w.point = w.state
	}
	for i := range w.buffers {
		w.buffers[i] = make([]float64, n)
	}
	lines := 0
	for i := range s.sets {
		w.firstOf = append(w.firstOf, lines)
		lines += len(s.sets[i].lines)
	}
	w.seen = make([]int, lines)
	return w
}

// begin sets the first point. It reports whether each given is possible, and no variable has two.
func (w *search) begin(cube model.Cube, randomised bool, seed uint64) bool {
	w.fixed = slices.Repeat([]int32{-1}, len(w.model.Variables))
	for _, g := range cube {
		i, has := w.model.DomainOf(g.Var).Index(g.Value)
		c := w.first[g.Var] + int32(i)
		if !has || w.fixed[g.Var] >= 0 && w.fixed[g.Var] != c {
			return false
		}
		w.fixed[g.Var] = c
	}
	random := rand.New(rand.NewPCG(seed, 0))
	start := w.buffers[0]
	clear(start)
	for v, c := range w.fixed {
		if c >= 0 {
			start[c] = 1
		} else if randomised {
			for c := w.first[v]; c < w.first[v+1]; c++ {
				start[c] = random.Float64()
			}
		}
	}
	for _, t := range w.copies {
		copy(t, start)
	}
	if w.scheme.product {
		w.mean(w.copies, w.point)
	}
	w.next = 0
	return true
}

// step moves the point.
func (w *search) step() { w.scheme.step(w) }

// project computes the nearest point of a set. One set keeps the givens.
func (w *search) project(number int, from, to []float64) {
	w.sets[number].project(from, to)
	if number == w.givens {
		for v, c := range w.fixed {
			if c >= 0 {
				clear(to[w.first[v]:w.first[v+1]])
				to[c] = 1
			}
		}
	}
}

// mean writes the mean of points; it adds them in their order.
func (w *search) mean(points [][]float64, to []float64) {
	copy(to, points[0])
	for _, t := range points[1:] {
		for c, x := range t {
			to[c] += x
		}
	}
	weight := 1 / float64(len(points))
	for c := range to {
		to[c] *= weight
	}
}

// solved reports whether the point shows a solution that meets the cube. It shows, for each variable, the first of its largest
// coordinates. It stops at the first line with two ones.
func (w *search) solved(cube model.Cube) bool {
	w.looks++
	for v, line := range w.sets[w.cells].lines {
		c := highest(w.point, line)
		if given := w.fixed[v]; given >= 0 && c != given {
			return false
		}
		for i := range w.cells {
			if line := w.sets[i].lineOf[c]; line >= 0 {
				if at := w.firstOf[i] + int(line); w.seen[at] == w.looks {
					return false
				} else {
					w.seen[at] = w.looks
				}
			}
		}
		w.shown[v] = w.model.DomainOf(model.Var(v)).Value(int(c - w.first[v]))
	}
	for _, c := range w.others {
		if !c.Holds(w.shown) {
			return false
		}
	}
	return w.model.Check(w.shown) == nil && w.model.CheckCube(w.shown, cube) == nil
}

// again reports whether the state after some steps repeats an earlier one, so that the steps repeat too. It compares a state with
// the state after the last power of two, so it notices a period after at most three times the necessary steps.
//
// Source: Brent, "An improved Monte Carlo factorization algorithm", BIT 20 (1980).
func (w *search) again(steps int) bool {
	if steps > 1 && slices.Equal(w.state, w.earlier) {
		return true
	}
	if steps > w.next {
		copy(w.earlier, w.state)
		w.next = 2 * steps
	}
	return false
}

// distance returns the Euclidean distance of two states.
func distance(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += float64((x - b[i]) * (x - b[i]))
	}
	return math.Sqrt(sum)
}
