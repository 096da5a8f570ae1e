package native

import (
	"math/bits"

	"qmsat/model"
)

// The order "failures" takes the open cell for which candidates divided by weight are fewest, the first of several. The
// weight of a cell is that of the constraints on it which have another open cell; the weight of a constraint is 1 and
// another 1 for each time it showed, in this run, that there is no solution.
//
// Source: dom/wdeg of Boussemart, Hemery, Lecoutre, Sais, "Boosting systematic search by weighting constraints", ECAI 2004.
func init() {
	registerOrder(&cellOrder{
		name:     "failures",
		paper:    (*paperState).heaviestOpen,
		general:  (*session).heaviestOpen,
		weighted: true,
	})
}

// weights are the weights of constraints. Constraints are numbered from 0, and so are the cells or variables they are on. A
// choice takes O(open cells · constraints of a cell) steps.
type weights struct {
	constraints [][]int // by cell, each once
	weight      []int   // by constraint
	open        []int   // by constraint, its open cells; during a choice only
	cells       []int   // all open cells; during a choice only
}

// newWeights returns the weights of so many constraints, which are given by cell.
func newWeights(constraints [][]int, count int) *weights {
	w := &weights{constraints: constraints, weight: make([]int, count), open: make([]int, count)}
	w.reset()
	return w
}

func (w *weights) reset() {
	if w == nil {
		return
	}
	for c := range w.weight {
		w.weight[c] = 1
	}
}

// failed counts a failure of a constraint. It does nothing where failures are not counted.
func (w *weights) failed(constraint int) {
	if w != nil {
		w.weight[constraint]++
	}
}

func (w *weights) begin() {
	w.cells = w.cells[:0]
	clear(w.open)
}

func (w *weights) add(cell int) {
	w.cells = append(w.cells, cell)
	for _, c := range w.constraints[cell] {
		w.open[c]++
	}
}

// of returns the weight of a cell, after all open cells were added.
func (w *weights) of(cell int) int {
	sum := 0
	for _, c := range w.constraints[cell] {
		if w.open[c] > 1 {
			sum += w.weight[c]
		}
	}
	return sum
}

// lightest returns the number of that choice, among those of sizes and weights, for which size divided by weight is least.
type lightest struct {
	found        bool
	size, weight int
}

// better reports whether a cell beats the best so far, and remembers it if so. A cell of weight 0, which nothing depends on
// any more, comes last.
func (l *lightest) better(size, weight int) bool {
	if l.found && size*l.weight >= l.size*weight {
		return false
	}
	l.found, l.size, l.weight = true, size, weight
	return true
}

// heaviestOpen returns the open cell with the fewest candidates for its weight, or -1.
func (s *paperState) heaviestOpen() int {
	w := s.layout.weights
	w.begin()
	for cell, candidates := range s.candidates {
		if candidates&(candidates-1) != 0 {
			w.add(cell)
		}
	}
	best, least := -1, lightest{}
	for _, cell := range w.cells {
		if least.better(bits.OnesCount64(s.candidates[cell]), w.of(cell)) {
			best = cell
		}
	}
	return best
}

// heaviestOpen returns the open variable with the fewest values for its weight. Constraints are the propagators.
func (s *session) heaviestOpen(variables []model.Var) (best model.Var, found bool) {
	w := s.space.weights
	w.begin()
	for v := range s.model.Variables {
		if !s.space.fixed(model.Var(v)) {
			w.add(v)
		}
	}
	least := lightest{}
	for _, v := range variables {
		if size := s.space.size(v); size > 1 && least.better(size, w.of(int(v))) {
			best, found = v, true
		}
	}
	return best, found
}

// propagatorsOf returns the propagators that watch each variable.
func (s *space) propagatorsOf() [][]int {
	lists := make([][]int, len(s.numberings))
	for v := range lists {
		for _, watchers := range s.watchers {
			for _, id := range watchers[v] {
				if n := len(lists[v]); n == 0 || lists[v][n-1] != int(id) { // once where a scope has the variable twice
					lists[v] = append(lists[v], int(id))
				}
			}
		}
	}
	return lists
}
