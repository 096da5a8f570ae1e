package nine

import "math/bits"

// Bands searches plain 9×9 Sudoku. It is used by one goroutine at a time.
type Bands struct {
	run
	levels [82]bandState
}

// Solve searches for the grids that agree with the givens and calls yield, if not nil, with each; the Grid is valid during
// the call only. The search ends early after limit solutions (0: no limit), when yield returns false, or when done is
// closed. It allocates nothing.
func (s *Bands) Solve(givens *Grid, limit uint64, done <-chan struct{}, yield func(*Grid) bool) Outcome {
	s.begin(limit, done, yield)
	return s.end(!s.levels[0].load(givens) || s.search(0))
}

// search looks for all solutions of the state at a depth, which is propagated. It reports false where the search is to end.
func (s *Bands) search(depth int) bool {
	here := &s.levels[depth]
	for !here.solved() {
		if s.stopped() {
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

// solution counts and yields a solved state. It reports false where the search is to end.
func (s *Bands) solution(at *bandState) bool {
	if s.yield != nil {
		for band := range 3 {
			for d := range 9 {
				for cells := at.places[band][d]; cells != 0; cells &= cells - 1 {
					s.grid[27*band+bits.TrailingZeros32(cells)] = uint8(d + 1)
				}
			}
		}
	}
	return s.found()
}
