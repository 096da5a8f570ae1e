package classic

import (
	"math/bits"
	"slices"

	"qmsat/model"
	"qmsat/model/engine"
)

// mostInWord is the largest number of values that norvig accepts: one bit of a word each.
const mostInWord = 64

func init() {
	engine.RegisterMeasure(engine.MeasureKind{
		Name: "possibilities", Unit: "values", Meaning: "tried for a cell, each followed by naked and hidden singles",
	})
	register("norvig", "naked and hidden singles, then the cell with the fewest values (Norvig 2006)", false, mostInWord,
		func(b *board) engine.Session { return &exhaustive{b, "norvig", "possibilities", newNorvig(b).run} })
}

// norvig is Norvig's program. It removes an assigned value from the cells of the same houses. A cell with one value left gets it.
// A value with one position left in a house with as many cells as values goes there. Then it tries the values of a cell with the
// fewest, each on a copy of the grid. Published for 95 hard puzzles: 64 possibilities on average, and a depth of at most 16
// cells.
//
// Among cells with equally few values it takes the first, as the published program does. Variables that are not outputs come
// last; one way to fill them is enough.
//
// Source: Norvig, "Solving every Sudoku puzzle", norvig.com/sudoku.html, 2006.
type norvig struct {
	*board
	full    []uint64 // by house: the values, if there are as many as cells, so that each has a position; otherwise 0
	domain  []uint64 // by variable
	states  []*norvigState
	current model.Assignment // the values of assigned variables
}

// norvigState is a partly filled grid; each tried value gets a copy.
type norvigState struct {
	candidates []uint64 // by variable: bits by number of a value
	progress   progress
	assigned   []bool // the variable's value was removed from its peers
}

func newNorvig(b *board) *norvig {
	s := &norvig{board: b, current: make(model.Assignment, len(b.model.Variables))}
	for _, variable := range b.model.Variables {
		word := uint64(0)
		for value := range variable.Domain.All() {
			number, _ := slices.BinarySearch(b.values, value)
			word |= 1 << number
		}
		s.domain = append(s.domain, word)
	}
	for _, house := range b.houses {
		word := uint64(0)
		for _, v := range house {
			word |= s.domain[v]
		}
		if bits.OnesCount64(word) != len(house) {
			word = 0
		}
		s.full = append(s.full, word)
	}
	return s
}

// run searches for all solutions.
func (s *norvig) run(t tally, cube model.Cube) tally {
	r := &norvigRun{norvig: s, tally: t}
	r.take = r.assignValue
	if r.prepare(cube) {
		r.search(0)
	}
	return r.tally
}

// state returns the state for a depth, which is at most one more than the deepest so far.
func (s *norvig) state(depth int) *norvigState {
	if depth == len(s.states) {
		n, sums := len(s.model.Variables), len(s.sums)
		s.states = append(s.states, &norvigState{make([]uint64, n), progress{low: make([]int, sums), high: make([]int, sums)}, make([]bool, n)})
	}
	return s.states[depth]
}

func (s *norvigState) copyFrom(other *norvigState) {
	copy(s.candidates, other.candidates)
	s.progress.copyFrom(&other.progress)
	copy(s.assigned, other.assigned)
}

// norvigRun is a run.
type norvigRun struct {
	*norvig
	tally
	take func(s *norvigState, v model.Var, value uint64) bool // tries a value, and reports whether the grid is still possible
}

// begin returns the first state, with the domains.
func (r *norvigRun) begin() *norvigState {
	s := r.state(0)
	copy(s.candidates, r.domain)
	s.progress = r.start()
	clear(s.assigned)
	return s
}

// prepare enters the domains and the givens. It reports false if they clash.
func (r *norvigRun) prepare(cube model.Cube) bool {
	given, ok := r.givens(cube)
	if !ok {
		return false
	}
	s := r.begin()
	for v, word := range r.domain {
		if bits.OnesCount64(word) == 1 && !r.settle(s, model.Var(v)) {
			return false
		}
	}
	for house, values := range r.full {
		if !r.place(s, house, values) {
			return false
		}
	}
	for v, number := range given {
		if number >= 0 && !r.assignValue(s, model.Var(v), 1<<number) {
			return false
		}
	}
	return true
}

// assignValue gives a variable a value, as its bit. Like the functions below, it reports whether the grid is still possible.
func (r *norvigRun) assignValue(s *norvigState, v model.Var, value uint64) bool {
	return s.candidates[v]&value != 0 && r.eliminate(s, v, s.candidates[v]&^value)
}

// eliminate removes values from a variable, with all consequences.
func (r *norvigRun) eliminate(s *norvigState, v model.Var, values uint64) bool {
	values &= s.candidates[v]
	if values == 0 {
		return true
	}
	s.candidates[v] &^= values
	switch bits.OnesCount64(s.candidates[v]) {
	case 0:
		return false
	case 1:
		if !r.settle(s, v) {
			return false
		}
	}
	for _, house := range r.of[v] {
		if !r.place(s, int(house), values&r.full[house]) {
			return false
		}
	}
	return true
}

// settle removes the only value of a variable from its peers, once.
func (r *norvigRun) settle(s *norvigState, v model.Var) bool {
	if s.assigned[v] {
		return true
	}
	if !r.note(s, v) {
		return false
	}
	for _, peer := range r.peers[v] {
		if !r.eliminate(s, peer, s.candidates[v]) {
			return false
		}
	}
	return true
}

// note records the only value of a variable. It reports whether sums and other constraints may still hold.
func (r *norvigRun) note(s *norvigState, v model.Var) bool {
	s.assigned[v] = true
	r.current[v] = r.values[bits.TrailingZeros64(s.candidates[v])]
	return r.assign(v, &s.progress, r.current)
}

// place assigns the values with only one place left in a full house.
func (r *norvigRun) place(s *norvigState, house int, values uint64) bool {
	once, twice := uint64(0), uint64(0)
	for _, v := range r.houses[house] {
		twice |= once & s.candidates[v]
		once |= s.candidates[v]
	}
	if values&^once != 0 {
		return false
	}
	single := values &^ twice
	for _, v := range r.houses[house] {
		if here := s.candidates[v] & single; here != 0 && !r.assignValue(s, v, here&-here) {
			return false
		}
	}
	return true
}

// search tries the values of a cell with the fewest. It reports whether it found a solution and the variable is not an output, so
// that no other value is needed.
func (r *norvigRun) search(depth int) (enough bool) {
	s := r.state(depth)
	v := r.choose(s)
	if v < 0 {
		r.found(r.current)
		return true
	}
	next := r.state(depth + 1)
	for values := s.candidates[v]; values != 0 && !enough && r.try(); values &= values - 1 {
		next.copyFrom(s)
		enough = r.take(next, v, values&-values) && r.search(depth+1) && !r.outputs[v]
		if !r.stopped {
			r.giveBack(s, next)
		}
	}
	return enough
}

// giveBack undoes what the variables that only next assigned have recorded beside the state.
func (r *norvigRun) giveBack(s, next *norvigState) {
	if len(r.others) == 0 {
		return
	}
	for v, assigned := range next.assigned {
		if assigned && !s.assigned[v] {
			r.forget(model.Var(v), &s.progress)
		}
	}
}

// choose returns the first of the variables with the fewest values, at least two; outputs come before others. It returns -1 if
// there is none.
func (r *norvigRun) choose(s *norvigState) model.Var {
	best, fewest, output := model.Var(-1), mostInWord+1, false
	for v, word := range s.candidates {
		if n := bits.OnesCount64(word); n > 1 && (r.outputs[v] && !output || r.outputs[v] == output && n < fewest) {
			best, fewest, output = model.Var(v), n, r.outputs[v]
		}
	}
	return best
}
