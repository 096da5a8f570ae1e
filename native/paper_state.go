package native

import (
	"math/bits"

	"qmsat/model"
)

// paperLayout is what all states of a session share. Cells are numbered row by row from 0; the value v is the bit v-1
// of a word.
type paperLayout struct {
	cells  int
	all    uint64    // every value
	peers  [][]int   // by cell: the other cells of its row, column and box, each once
	lines  [][][]int // by cell: the box lines through it; nil in plain Sudoku
	lo, hi int       // bounds of a box line's sum
	rules  paperRules
}

// newPaperLayout tabulates the grid of a model that has the given family.
func newPaperLayout(g *model.Grid, family model.Family) *paperLayout {
	l := &paperLayout{
		cells: g.Cells(),
		all:   ^uint64(0) >> (64 - g.Rows),
		peers: make([][]int, g.Cells()),
		lines: make([][][]int, g.Cells()),
	}
	for _, house := range g.Houses() {
		l.addPeers(house.Cells)
	}
	if family.QuasiMagic {
		constant := model.MagicConstant(g.BoxRows)
		l.lo, l.hi = constant-family.Delta, constant+family.Delta
		for box := range g.Boxes() {
			for _, line := range g.BoxLines(box) {
				l.addLine(line.Cells)
			}
		}
	}
	if len(family.PruningRules) > 0 {
		l.rules = newPaperRules(g, family.PruningRules)
	}
	return l
}

// addPeers makes the cells of a house peers of each other.
func (l *paperLayout) addPeers(house []model.Var) {
	for _, cell := range house {
		known := make(map[int]bool, len(l.peers[cell]))
		for _, peer := range l.peers[cell] {
			known[peer] = true
		}
		for _, peer := range house {
			if peer != cell && !known[int(peer)] {
				l.peers[cell] = append(l.peers[cell], int(peer))
			}
		}
	}
}

// addLine enters a box line at each of its cells.
func (l *paperLayout) addLine(line []model.Var) {
	cells := make([]int, len(line))
	for i, cell := range line {
		cells[i] = int(cell)
	}
	for _, cell := range cells {
		l.lines[cell] = append(l.lines[cell], cells)
	}
}

// paperState is a grid: for each cell the candidates and whether it was just fixed. A cell is fixed when one candidate is
// left, and open when there are more.
type paperState struct {
	layout     *paperLayout
	candidates []uint64 // by cell
	justFixed  []uint64 // a bit a cell: fixed, and yet to be propagated
}

func newPaperState(l *paperLayout) *paperState {
	return &paperState{l, make([]uint64, l.cells), make([]uint64, (l.cells+63)/64)}
}

// copyFrom makes s a copy of another state of the same layout.
func (s *paperState) copyFrom(other *paperState) {
	copy(s.candidates, other.candidates)
	copy(s.justFixed, other.justFixed)
}

// prepare makes s the grid to be searched: all candidates, less what the givens and then rules 1 and 2 exclude. It
// reports whether the grid is valid.
func (s *paperState) prepare(cube model.Cube) bool {
	for cell := range s.candidates {
		s.candidates[cell] = s.layout.all
	}
	clear(s.justFixed)
	for _, g := range cube {
		if g.Value < 1 || g.Value > bits.Len64(s.layout.all) || !s.assign(int(g.Var), 1<<(g.Value-1)) {
			return false
		}
	}
	return s.removeByRules() && s.propagateFixed()
}

// assign fixes a cell at a value, written as its bit, and propagates. It reports whether the grid is still valid.
func (s *paperState) assign(cell int, value uint64) bool {
	return s.remove(cell, ^value) && s.propagateFixed()
}

// remove takes values from a cell's candidates and flags a cell that drops to one. It reports whether any is left.
func (s *paperState) remove(cell int, values uint64) bool {
	before := s.candidates[cell]
	left := before &^ values
	if left == before {
		return true
	}
	s.candidates[cell] = left
	if left&(left-1) == 0 {
		s.justFixed[cell/64] |= 1 << (cell % 64)
	}
	return left != 0
}

// propagateFixed propagates the flagged cells, row by row, and checks the rules after each. It reports whether the grid
// is still valid.
func (s *paperState) propagateFixed() bool {
	for word := range s.justFixed {
		for s.justFixed[word] != 0 {
			cell := word*64 + bits.TrailingZeros64(s.justFixed[word])
			s.justFixed[word] &= s.justFixed[word] - 1
			if !s.propagate(cell) || !s.rulesHold(cell) {
				return false
			}
		}
	}
	return true
}

// propagate takes the value of a fixed cell from its peers, then looks at the lines through it, then propagates the cells
// that this fixed. It reports whether the grid is still valid.
func (s *paperState) propagate(cell int) bool {
	for _, peer := range s.layout.peers[cell] {
		if !s.remove(peer, s.candidates[cell]) {
			return false
		}
	}
	for _, line := range s.layout.lines[cell] {
		if !s.lineHolds(line) {
			return false
		}
	}
	return s.propagateFixed()
}

// lineHolds reports whether a box line can still have a sum in bounds, as far as the paper looks: a line with one open
// cell needs a candidate there that gives such a sum, and a line with more is not looked at. Nothing is removed.
func (s *paperState) lineHolds(line []int) bool {
	sum, open := 0, -1
	for _, cell := range line {
		if value := s.value(cell); value != 0 {
			sum += value
		} else if open < 0 {
			open = cell
		} else {
			return true
		}
	}
	lo, hi := s.layout.lo-sum, s.layout.hi-sum
	if open < 0 {
		return lo <= 0 && hi >= 0
	}
	return s.candidates[open]&paperInterval(lo, hi) != 0
}

// paperInterval returns the values lo to hi among 1 to 64.
func paperInterval(lo, hi int) uint64 {
	lo, hi = max(lo, 1), min(hi, paperMostValues)
	if lo > hi {
		return 0
	}
	return ^uint64(0) >> (63 - (hi - lo)) << (lo - 1)
}

// value returns the value of a fixed cell, and 0 for an open one.
func (s *paperState) value(cell int) int {
	candidates := s.candidates[cell]
	if candidates&(candidates-1) != 0 {
		return 0
	}
	return bits.TrailingZeros64(candidates) + 1
}

// firstOpen returns the first open cell, or -1.
func (s *paperState) firstOpen() int {
	for cell, candidates := range s.candidates {
		if candidates&(candidates-1) != 0 {
			return cell
		}
	}
	return -1
}

// fewestOpen returns the open cell with the fewest candidates, the first of several, or -1.
func (s *paperState) fewestOpen() int {
	best, fewest := -1, paperMostValues+1
	for cell, candidates := range s.candidates {
		if candidates&(candidates-1) == 0 {
			continue
		}
		if count := bits.OnesCount64(candidates); count < fewest {
			if best, fewest = cell, count; fewest == 2 {
				break // no open cell has fewer
			}
		}
	}
	return best
}
