package classic

import (
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// mostBacktracked is the largest number of values that backtracking accepts.
const mostBacktracked = 1 << 16

func init() {
	register("backtracking", "values tried cell by cell without propagation, in an order fixed by the givens", false, mostBacktracked,
		func(b *board) engine.Session { return &exhaustive{b, "backtracking", engine.Iterations, b.backtrack} })
}

// backtrack is the search in the comparison of three methods. It lists the candidates of each empty cell from the givens alone,
// and fills the cells with the fewest candidates first, ties row by row. It tries values in ascending order and skips those that
// a house of the cell already has. An iteration is an attempted assignment.
//
// Variables that are not outputs come last; one way to fill them is enough.
//
// Source: Onokpasa, Bakwa, "Comparative analysis of pencil and paper, backtracking and alternating projections", 2018.
func (b *board) backtrack(t tally, cube model.Cube) tally {
	r := &backtrack{
		board: b, tally: t,
		candidates: make([][]int32, len(b.model.Variables)), used: make([]bool, len(b.houses)*len(b.values)),
		current: make(model.Assignment, len(b.model.Variables)), progress: b.start(),
	}
	if r.prepare(cube) {
		r.search(0)
	}
	return r.tally
}

// backtrack is a run.
type backtrack struct {
	*board
	tally
	order      []model.Var
	candidates [][]int32 // by variable: numbers of values
	used       []bool    // by house and number of a value
	current    model.Assignment
	progress   progress
}

// prepare enters the givens, lists candidates and orders the cells. It reports false if the givens clash, or the context has
// ended.
func (r *backtrack) prepare(cube model.Cube) bool {
	given, ok := r.givens(cube)
	if !ok {
		return false
	}
	for v, number := range given {
		if number >= 0 && (!r.allowed(model.Var(v), int32(number)) || !r.enter(model.Var(v), int32(number))) {
			return false
		}
	}
	for v, number := range given {
		if r.stopped = r.ctx.Err() != nil; r.stopped {
			return false
		}
		if number >= 0 {
			continue
		}
		r.order = append(r.order, model.Var(v))
		for value := range r.model.DomainOf(model.Var(v)).All() {
			if number, _ := slices.BinarySearch(r.values, value); r.allowed(model.Var(v), int32(number)) {
				r.candidates[v] = append(r.candidates[v], int32(number))
			}
		}
	}
	slices.SortStableFunc(r.order, func(v, w model.Var) int {
		if r.outputs[v] != r.outputs[w] {
			if r.outputs[v] {
				return -1
			}
			return 1
		}
		return len(r.candidates[v]) - len(r.candidates[w])
	})
	return true
}

// allowed reports whether no house of a variable has the value.
func (r *backtrack) allowed(v model.Var, number int32) bool {
	for _, house := range r.of[v] {
		if r.used[int(house)*len(r.values)+int(number)] {
			return false
		}
	}
	return true
}

// enter gives a variable an allowed value, and reports whether the constraints can still hold.
func (r *backtrack) enter(v model.Var, number int32) bool {
	r.current[v] = r.values[number]
	for _, house := range r.of[v] {
		r.used[int(house)*len(r.values)+int(number)] = true
	}
	return r.assign(v, &r.progress, r.current)
}

// leave takes a value back.
func (r *backtrack) leave(v model.Var, number int32) {
	for _, house := range r.of[v] {
		r.used[int(house)*len(r.values)+int(number)] = false
	}
	r.unassign(v, &r.progress, r.current)
}

// search fills the variables from number depth on. enough reports that it found a solution and the variable before is not an
// output, so that no other value of it is needed.
func (r *backtrack) search(depth int) (enough bool) {
	if depth == len(r.order) {
		r.found(r.current)
		return true
	}
	v := r.order[depth]
	for _, number := range r.candidates[v] {
		if !r.try() {
			return false
		}
		if !r.allowed(v, number) {
			continue
		}
		enough = r.enter(v, number) && r.search(depth+1) && !r.outputs[v]
		r.leave(v, number)
		if enough || r.stopped {
			return enough
		}
	}
	return false
}
