package order

import "qmsat/model"

// Weights are the weights of constraints: 1 plus the number of times in this run that the constraint showed there is no solution.
// Constraints, like variables, are numbered from 0.
type Weights struct {
	constraints [][]int       // by variable, each once
	scopes      [][]model.Var // by constraint
	weight      []int         // by constraint
	open        []int         // by constraint: the number of its open variables; during a choice only
	blame       []int         // by variable; see [Conflicts]
	last        model.Var     // of the last decision that failed; -1 before the first, and after a decision on it succeeded
}

// NewWeights returns the weights of count constraints, given by variable.
func NewWeights(constraints [][]int, count int) *Weights {
	w := &Weights{constraints: constraints, scopes: make([][]model.Var, count), weight: make([]int, count), open: make([]int, count),
		blame: make([]int, len(constraints))}
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
	w.last = -1
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
}

// Failures chooses the open variable with the smallest ratio of values to weight, the first on a tie. The weight of a variable is
// the sum of the weights of its constraints that have another open variable. A variable of weight 0 comes last, since nothing
// depends on it. A choice takes O(open variables · constraints of a variable) steps.
//
// Source: dom/wdeg of Boussemart, Hemery, Lecoutre, Sais, "Boosting systematic search by weighting constraints", ECAI 2004.
func Failures(s Search, variables []model.Var) (best model.Var, found bool) {
	w := s.Weights()
	clear(w.open)
	for v, constraints := range w.constraints {
		if !s.Fixed(model.Var(v)) {
			for _, c := range constraints {
				w.open[c]++
			}
		}
	}
	leastSize, leastWeight := 0, 0
	for i, size := range s.Sizes(variables) {
		if size == 1 {
			continue
		}
		v := variables[i]
		if weight := w.of(v); !found || size*leastWeight < leastSize*weight {
			best, found, leastSize, leastWeight = v, true, size, weight
		}
	}
	return best, found
}

// of returns the weight of a variable. The open variables must have been counted.
func (w *Weights) of(v model.Var) int {
	sum := 0
	for _, c := range w.constraints[v] {
		if w.open[c] > 1 {
			sum += w.weight[c]
		}
	}
	return sum
}
