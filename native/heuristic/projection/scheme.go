package projection

import (
	"maps"
	"slices"
)

// scheme is a map from point to point.
type scheme struct {
	product bool // a point has a copy of the space for each set
	step    func(w *search)
}

// schemes are, by name:
//
//   - product: the difference map in the product space. With β = 1 it is the Douglas–Rachford map of two sets: the product of all
//     sets, and the diagonal.
//   - pairs: the Douglas–Rachford map of two sets in turn, for the first and second, the second and third, … the last and first,
//     without a product space. Source: Borwein, Tam, "A cyclic Douglas–Rachford iteration scheme", J. Optim. Theory Appl. 160
//     (2014).
//   - alternating: only projections, on one set after the other; it stalls.
var schemes = map[string]scheme{
	"product": {true, func(w *search) {
		if w.beta == 1 {
			w.reflect()
		} else {
			w.differenceMap()
		}
	}},
	"pairs":       {false, (*search).pairs},
	"alternating": {false, (*search).alternate},
}

func schemeNames() []string { return slices.Sorted(maps.Keys(schemes)) }

// differenceMap maps x to x + β(A(f_B(x)) − B(f_A(x))), with f_A(x) = A(x) − (A(x) − x)/β and f_B(x) = B(x) + (B(x) − x)/β. A
// projects onto the product of the sets, and B onto the diagonal. Products are rounded before they are added, so all machines
// agree.
//
// Source: Elser, "Phase retrieval by iterated projections", J. Opt. Soc. Am. A 20 (2003), equations 9 to 11.
func (w *search) differenceMap() {
	reflected, projected, mean := w.buffers[0], w.buffers[1], w.buffers[2]
	clear(mean)
	weight := 1 / float64(len(w.copies))
	for i, t := range w.copies {
		w.project(i, t, projected)
		for c, x := range t {
			mean[c] += float64(weight * (projected[c] - (projected[c]-x)/w.beta))
		}
	}
	for i, t := range w.copies {
		for c, p := range w.point {
			reflected[c] = p + (p-t[c])/w.beta
		}
		w.project(i, reflected, projected)
		for c := range t {
			t[c] += float64(w.beta * (projected[c] - mean[c]))
		}
	}
	w.mean(w.copies, w.point)
}

// reflect is the difference map with β = 1: Tᵢ ← Pᵢ(2P − Tᵢ) + (Tᵢ − P), where P is the mean of all Tᵢ. Exact ties persist, so
// the order of sums matters; this is the order of Schaad's program.
func (w *search) reflect() {
	reflected, projected := w.buffers[0], w.buffers[1]
	for i, t := range w.copies {
		for c, p := range w.point {
			reflected[c] = 2*p - t[c]
		}
		w.project(i, reflected, projected)
		for c, p := range w.point {
			t[c] = projected[c] + (t[c] - p)
		}
	}
	w.mean(w.copies, w.point)
}

// pairs maps x to x + B(2A(x) − x) − A(x) for the sets A and B of each pair.
func (w *search) pairs() {
	x, reflected, first, second := w.state, w.buffers[0], w.buffers[1], w.buffers[2]
	for i := range w.sets {
		w.project(i, x, first)
		for c := range x {
			reflected[c] = 2*first[c] - x[c]
		}
		w.project((i+1)%len(w.sets), reflected, second)
		for c := range x {
			x[c] += second[c] - first[c]
		}
	}
}

// alternate projects on one set after the other.
func (w *search) alternate() {
	for i := range w.sets {
		w.project(i, w.state, w.buffers[0])
		copy(w.state, w.buffers[0])
	}
}
