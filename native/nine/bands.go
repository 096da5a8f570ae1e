package nine

import (
	"context"
	"math/bits"
)

// Bands searches plain 9×9 Sudoku. It is for one goroutine at a time.
type Bands struct {
	run
	lineup  *lineup        // nil if there are no triples
	levels  *[82]bandState // nil where vectors propagate
	vectors *vectors       // nil where bandState does
}

// NewBands returns a solver for plain Sudoku with further triples in each box, given box by box in row order. Without triples it uses
// the processor's vectors, up to so many bits; the search is the same with any. It returns the context's cause if that ends first.
func NewBands(ctx context.Context, triples [9][]Triple, vectorBits int) (*Bands, error) {
	s := &Bands{}
	tables := map[[2]int]*thirds{}
	for box, list := range triples {
		for _, t := range list {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			bounds := [2]int{max(t.Lo, leastTriple), min(t.Hi, mostTriple)}
			if tables[bounds] == nil {
				tables[bounds] = newThirds(bounds[0], bounds[1])
			}
			if s.lineup == nil {
				s.lineup = &lineup{}
			}
			s.lineup[box] = append(s.lineup[box], line{t.Positions, tables[bounds]})
		}
	}
	if a := widest(vectorBits); s.lineup == nil && a.bits != 0 {
		s.vectors = &vectors{run: &s.run, assembly: a}
	} else {
		s.levels = new([82]bandState)
	}
	return s, nil
}

// Allows reports whether three different digits are in the table of the box's triple with this number.
func (s *Bands) Allows(box, triple int, digits []int) bool {
	return s.lineup[box][triple].thirds[512<<(digits[0]-1)+1<<(digits[1]-1)]>>(digits[2]-1)&1 == 1
}

// Solve searches for the grids that agree with the givens and calls yield, if not nil, with each; the Grid is valid during
// the call only. The search ends early after limit solutions (0: no limit), when yield returns false, or when done is
// closed. It allocates nothing.
func (s *Bands) Solve(givens *Grid, limit uint64, done <-chan struct{}, yield func(*Grid) bool) Outcome {
	s.begin(limit, done, yield)
	if s.vectors != nil {
		return s.end(s.vectors.solve(givens))
	}
	return s.end(!s.levels[0].load(givens, s.lineup) || s.search(0, 1))
}

// search looks for all solutions of the state at a depth, which is propagated. It reports false if the search must end.
func (s *Bands) search(depth int, weight float64) bool {
	here := &s.levels[depth]
	for !here.solved() {
		if s.stopped() {
			return false
		}
		d, band, cell := here.branch()
		weight /= 2
		closed := s.closed + weight
		next := &s.levels[depth+1]
		*next = *here
		if next.place(d, band, cell) && next.propagate(s.lineup) && !s.search(depth+1, weight) {
			return false
		}
		s.closed = closed
		here.exclude(d, band, cell)
		if !here.propagate(s.lineup) {
			return true
		}
	}
	return s.solution(here)
}

// solution counts and yields a solved state. It reports false if the search must end.
func (s *Bands) solution(at *bandState) bool {
	if s.yield != nil {
		for band := range 3 {
			for d := range 9 {
				for cells := at.candidates[band][d]; cells != 0; cells &= cells - 1 {
					s.grid[27*band+bits.TrailingZeros32(cells)] = uint8(d + 1)
				}
			}
		}
	}
	return s.found()
}
