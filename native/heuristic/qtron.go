package heuristic

import (
	"slices"

	"qmsat/model/engine"
)

// qtronNoise is our choice. All that we know about the published noise is that it is bounded and that solutions survive it. That
// holds for bounds from 1 to 2; with less noise, the search never leaves a grid that cannot improve. This value solves most easy
// puzzles.
var qtronNoise = engine.NewNumber("noise", "noise amplitude: each field gets a uniform value in ±X; 0: no noise",
	"1.1", engine.Range{Max: 100})

func init() {
	register(&method{
		name: "qtron", summary: "a neural network with bounded noise; after the survey's description; may fail",
		limit:    limitSetting("updates of a unit before it gives up", "updates", "200000000"),
		settings: []*engine.Setting{qtronNoise}, search: excite,
	})
}

// network has a unit for each cell and value, which is on or off. The energy is ½Σ(Σ − 1)². The inner sums count the units that
// are on: for each cell, and for each value in each row, column and box. Only solutions have energy 0.
type network struct {
	*layout
	on     []bool
	sums   []int
	groups [][4]int // by unit: the sums with it
	wrong  int      // number of sums that are not 1
}

// excite updates one unit per iteration. It draws the unit from the cells without a given; the other cells are clamped. All start
// off. A unit has the field 4 − Σ sums plus noise. It turns on if the field is above 2, half its self-coupling, and off if the
// field is below −2. Without noise the energy falls with each change. If nothing can change and there is no noise, the run is
// stuck.
//
// Source: Yue, Lee, "Sudoku solver by Q'tron neural networks", ICIC 2006. Drawing units one by one, all off at the start, is our
// choice.
func excite(r *run) []int8 {
	w, noise := r.newNetwork(), qtronNoise.Float(r.options)
	var free []int
	for unit := range w.on {
		if v := r.given[unit/r.size]; v == none {
			free = append(free, unit)
		} else if int(v) == unit%r.size {
			w.change(unit)
		}
	}
	for still := 0; w.wrong > 0; {
		if len(free) == 0 || !r.next() {
			return nil
		}
		unit := free[r.random.IntN(len(free))]
		shake := 0.0
		if noise > 0 {
			shake = float64(noise * float64(2*r.random.Float64()-1))
		}
		if w.unstable(unit, shake) {
			w.change(unit)
			still = 0
		} else if still++; noise == 0 && still >= len(free) {
			if !slices.ContainsFunc(free, func(unit int) bool { return w.unstable(unit, 0) }) {
				return nil
			}
			still = 0
		}
	}
	value := make([]int8, len(r.given))
	for unit, on := range w.on {
		if on {
			value[unit/r.size] = int8(unit % r.size)
		}
	}
	return value
}

// newNetwork returns a network whose units are off.
func (l *layout) newNetwork() *network {
	n := l.size
	w := &network{layout: l, on: make([]bool, n*n*n), sums: make([]int, 4*n*n), groups: make([][4]int, n*n*n), wrong: 4 * n * n}
	for unit := range w.groups {
		cell, v := unit/n, unit%n
		w.groups[unit] = [4]int{cell, (n+l.row[cell])*n + v, (2*n+l.column[cell])*n + v, (3*n+l.box[cell])*n + v}
	}
	return w
}

// unstable reports whether a unit changes, given its noise.
func (w *network) unstable(unit int, noise float64) bool {
	field := 4 + noise
	for _, group := range w.groups[unit] {
		field -= float64(w.sums[group])
	}
	if w.on[unit] {
		return field < -2
	}
	return field > 2
}

// change turns a unit on or off.
func (w *network) change(unit int) {
	by := 1
	if w.on[unit] {
		by = -1
	}
	w.on[unit] = !w.on[unit]
	for _, group := range w.groups[unit] {
		if w.sums[group] == 1 {
			w.wrong++
		}
		if w.sums[group] += by; w.sums[group] == 1 {
			w.wrong--
		}
	}
}
