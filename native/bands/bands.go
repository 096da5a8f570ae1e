package bands

import "math/bits"

// Grid holds a digit 1 to 9 for each of the 81 cells, row by row, or 0 for an empty cell.
type Grid [81]uint8

// Solver searches one puzzle after the other. It is used by one goroutine at a time.
type Solver struct {
	levels [82]state
	limit  uint64
	count  uint64
	nodes  int64
	yield  func(*Grid) bool
	done   <-chan struct{}
	grid   Grid
}

// Outcome is what a search came to.
type Outcome struct {
	Solutions uint64
	Nodes     int64 // values tried
	Exhausted bool  // there is no further solution
}

// pollEvery is the number of nodes between two looks at done: some fifty microseconds.
const pollEvery = 1 << 6

// Solve searches for the grids that agree with the givens and calls yield, if not nil, with each; the Grid is valid during
// the call only. The search ends early after limit solutions (0: no limit), when yield returns false, or when done is
// closed. It allocates nothing.
func (s *Solver) Solve(givens *Grid, limit uint64, done <-chan struct{}, yield func(*Grid) bool) Outcome {
	s.limit, s.count, s.nodes, s.yield, s.done = limit, 0, 0, yield, done
	exhausted := !s.load(givens) || s.search(0)
	return Outcome{s.count, s.nodes, exhausted}
}

// load makes the first level the givens, propagated. It reports false where they have no solution.
func (s *Solver) load(givens *Grid) bool {
	root := &s.levels[0]
	root.reset()
	for cell, digit := range givens {
		if digit != 0 && !root.place(uint(digit-1), uint(cell/27), 1<<(cell%27)) {
			return false
		}
	}
	root.due = 1<<9 - 1
	return root.propagate()
}

// search looks for all solutions of the state at a depth, which is propagated. It reports false where the search is to end.
func (s *Solver) search(depth int) bool {
	here := &s.levels[depth]
	for !here.solved() {
		s.nodes++
		if s.nodes%pollEvery == 0 && s.interrupted() {
			return false
		}
		d, band, cell := here.branch()
		next := &s.levels[depth+1]
		*next = *here
		if next.place(d, band, cell) && next.propagate() && !s.search(depth+1) {
			return false
		}
		here.exclude(d, band, cell)
		if !here.propagate() {
			return true
		}
	}
	return s.solution(here)
}

func (s *Solver) interrupted() bool {
	select {
	case <-s.done:
		return true
	default:
		return false
	}
}

// solution counts and yields a solved state. It reports false where the search is to end.
func (s *Solver) solution(at *state) bool {
	s.count++
	if s.yield != nil {
		for d := range 9 {
			for band := range 3 {
				for cells := at.places[band][d]; cells != 0; cells &= cells - 1 {
					s.grid[27*band+bits.TrailingZeros32(cells)] = uint8(d + 1)
				}
			}
		}
		if !s.yield(&s.grid) {
			return false
		}
	}
	return s.count != s.limit
}
