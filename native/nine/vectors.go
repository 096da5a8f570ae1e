package nine

// widths are those of the vectors that there is assembly for, the fastest first.
var widths = [...]int{512, 256}

// lanes say which digits each cell may have, by band: lane 9·row + column has bit d for digit d. The last five lanes are zero.
type lanes = [3][32]uint16

// settle sets the lanes of a level to those of another without some digits in some cells (one set of cells a band), and propagates like
// bandState.propagate: until nothing changes. Then it sets the candidates and the open cells of a bandState. It returns false if there
// is no solution.
type settle func(to, from *lanes, candidates *[4][16]uint32, open *[4]uint32, digits, cells0, cells1, cells2 uint32) bool

// vectors propagate plain Sudoku in place of bandState, whose twin they are: both do all that the same deductions give, so that the
// search is the same.
//
// Each round makes all deductions, for all cells and digits at once, without a branch: on the hardest puzzles four rounds a state.
type vectors struct {
	bits   int
	settle settle
	levels [82]lanes
}

// newVectors returns the widest vectors up to so many bits, or nil if the processor has none.
func newVectors(most int) *vectors {
	for _, bits := range widths {
		if f := settles(bits); f != nil && bits <= most {
			return &vectors{bits: bits, settle: f}
		}
	}
	return nil
}

// load sets the first level to the propagated givens, like [bandState.load].
func (v *vectors) load(givens *Grid, to *bandState) bool {
	for band := range 3 {
		for cell := range 27 {
			digits := uint16(fullRow)
			if digit := givens[27*band+cell]; digit != 0 {
				digits = 1 << (digit - 1)
			}
			v.levels[0][band][cell] = digits
		}
	}
	return v.settle(&v.levels[0], &v.levels[0], &to.candidates, &to.open, 0, 0, 0, 0)
}

// remove sets a level to that at depth without these digits in a cell, propagated.
func (v *vectors) remove(depth, level int, to *bandState, digits uint32, band uint, cell uint32) bool {
	var cells [4]uint32
	cells[band&3] = cell
	return v.settle(&v.levels[level], &v.levels[depth], &to.candidates, &to.open, digits, cells[0], cells[1], cells[2])
}
