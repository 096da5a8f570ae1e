package order

import (
	"slices"

	"qmsat/model"
)

// Weights are the weights of constraints: 1 plus the number of times in this run that the constraint showed there is no solution.
// Constraints, like variables, are numbered from 0.
type Weights struct {
	constraints [][]int       // by variable, each once
	scopes      [][]model.Var // by constraint
	weight      []int         // by constraint
	blame       []int         // by variable; see [Conflicts]
	failed      int           // decisions
	last        model.Var     // of the last decision that failed; -1 before the first, and after a decision on it succeeded
	// The following is for Failures, and as of its last choice.
	open  []int       // by constraint: the number of its open variables
	size  []int       // by variable: the number of its values
	sum   []int       // by variable: the sum of weights that Failures weighs it by
	dirty []bool      // by variable: its sum must be computed again
	stale []model.Var // the variables that the trees do not know as they are
	trees []*tree
}

// NewWeights returns the weights of count constraints, given by variable.
func NewWeights(constraints [][]int, count int) *Weights {
	w := &Weights{constraints: constraints, scopes: make([][]model.Var, count), weight: make([]int, count), open: make([]int, count),
		blame: make([]int, len(constraints)), size: make([]int, len(constraints)), sum: make([]int, len(constraints)),
		dirty: make([]bool, len(constraints))}
	for v, of := range constraints {
		for _, c := range of {
			w.scopes[c] = append(w.scopes[c], model.Var(v))
		}
	}
	w.Reset()
	return w
}

// Reset forgets all failures. It does nothing if failures are not counted.
func (w *Weights) Reset() {
	if w == nil {
		return
	}
	for c := range w.weight {
		w.weight[c] = 1
	}
	for v, of := range w.constraints {
		w.blame[v] = len(of)
	}
	w.last, w.failed, w.trees = -1, 0, nil
}

// Failed counts a failure of a constraint. It does nothing if failures are not counted.
func (w *Weights) Failed(constraint int) {
	if w == nil {
		return
	}
	w.weight[constraint]++
	for _, v := range w.scopes[constraint] {
		w.blame[v]++
	}
	if w.open[constraint] > 1 {
		w.addAll(constraint, 1)
	}
}

// Failures chooses the open variable with the smallest ratio of values to weight, the first on a tie. The weight of a variable is
// the sum of the weights of its constraints that have another open variable. A variable of weight 0 comes last, since nothing
// depends on it. A choice looks at what changed since the last one: it takes O(changes · constraints
// of a variable · log variables) steps, and as many as a scope has variables for each constraint that begins or ceases to count.
//
// Source: dom/wdeg of Boussemart, Hemery, Lecoutre, Sais, "Boosting systematic search by weighting constraints", ECAI 2004.
func Failures(s Search, variables []model.Var) (best model.Var, found bool) {
	isOpen := func(v model.Var) bool { return !s.Fixed(v) }
	if s.Changes() >= len(variables) && !slices.ContainsFunc(variables, isOpen) { // then the changes may be undone without having been looked at
		return 0, false
	}
	w := s.Weights()
	if changed, all := s.Changed(); all {
		w.recount(s)
		for _, v := range variables {
			if !found || w.better(v, best) {
				best, found = v, true
			}
		}
	} else if w.update(s, changed); len(variables) > 0 {
		best = w.treeOf(variables).best()
	}
	return best, len(variables) > 0 && w.size[best] > 1
}

// better reports whether a variable is better than one before it.
func (w *Weights) better(y, x model.Var) bool {
	return w.size[y] > 1 && (w.size[x] == 1 || w.size[y]*w.sum[x] < w.size[x]*w.sum[y])
}

// recount finds all sizes and sums anew.
func (w *Weights) recount(s Search) {
	w.trees, w.stale = nil, w.stale[:0]
	clear(w.dirty)
	clear(w.open)
	for v, constraints := range w.constraints {
		w.size[v] = s.Size(model.Var(v))
		for _, c := range constraints {
			w.open[c] += min(w.size[v]-1, 1)
		}
	}
	for v := range w.sum {
		w.sum[v] = w.of(model.Var(v))
	}
}

// update brings the sizes, the sums and the trees up to date.
func (w *Weights) update(s Search, changed []model.Var) {
	for _, v := range changed {
		opened := min(s.Size(v)-1, 1) - min(w.size[v]-1, 1)
		w.size[v] = s.Size(v)
		w.add(v, 0)
		for _, c := range w.constraints[v] {
			if w.open[c] += opened; opened != 0 && w.open[c] == 1+max(opened, 0) {
				w.addAll(c, opened*w.weight[c])
			}
		}
	}
	for _, v := range w.stale {
		w.dirty[v] = false
		for _, t := range w.trees {
			t.update(w, v)
		}
	}
	w.stale = w.stale[:0]
}

// addAll adds a weight to the sums of a constraint's variables.
func (w *Weights) addAll(constraint, weight int) {
	for _, v := range w.scopes[constraint] {
		w.add(v, weight)
	}
}

// add adds a weight to a variable's sum, and notes that the trees need to know.
func (w *Weights) add(v model.Var, weight int) {
	if w.sum[v] += weight; !w.dirty[v] {
		w.dirty[v] = true
		w.stale = append(w.stale, v)
	}
}

// of returns the sum of the weights of a variable's constraints that have two open variables.
func (w *Weights) of(v model.Var) int {
	sum := 0
	for _, c := range w.constraints[v] {
		if w.open[c] > 1 {
			sum += w.weight[c]
		}
	}
	return sum
}

// tree is a tournament of a list of variables: each node has the better one of the two below, as a position in the list. The
// leaves are its second half; beyond the list they are -1.
type tree struct {
	variables []model.Var
	at        []int32 // by variable: its leaf, or 0
	nodes     []int32
}

// treeOf returns the tree of a list, which stays as it is during a run.
func (w *Weights) treeOf(variables []model.Var) *tree {
	for _, t := range w.trees {
		if &t.variables[0] == &variables[0] && len(t.variables) == len(variables) {
			return t
		}
	}
	half := 1
	for half < len(variables) {
		half *= 2
	}
	t := &tree{variables, make([]int32, len(w.constraints)), make([]int32, 2*half)}
	for i := range half {
		t.nodes[half+i] = -1
		if i < len(variables) && t.at[variables[i]] == 0 { // once, even if the list repeats the variable
			t.nodes[half+i], t.at[variables[i]] = int32(i), int32(half+i)
		}
	}
	for node := half - 1; node > 0; node-- {
		t.play(w, node)
	}
	w.trees = append(w.trees, t)
	return t
}

// update plays the games of a variable again.
func (t *tree) update(w *Weights, v model.Var) {
	for node := int(t.at[v] / 2); node > 0; node /= 2 {
		t.play(w, node)
	}
}

// play sets a node to the better one of the two below.
func (t *tree) play(w *Weights, node int) {
	left, right := t.nodes[2*node], t.nodes[2*node+1]
	if t.nodes[node] = left; right >= 0 && (left < 0 || w.better(t.variables[right], t.variables[left])) {
		t.nodes[node] = right
	}
}

func (t *tree) best() model.Var { return t.variables[t.nodes[1]] }
