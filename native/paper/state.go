package paper

import (
	"math/bits"
	"slices"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/native/order"
)

// layout is the shared data of a session's states. Cells are numbered row by row from 0; the value v is the bit v-1 of a
// word.
type layout struct {
	cells        []model.Var
	all          uint64  // every value
	houses       [][]int // by cell: its row, column and box, by their constraint numbers
	peers        [][]int // by cell: the other cells of its houses, each once
	boxOf        []int   // by cell
	boxCells     []model.House
	lines        [][]line // by cell: the box lines through it; nil in plain Sudoku
	lo, hi       int      // bounds of a box line's sum
	remove       bool     // the only open cell of a line loses values that break the bounds
	pruningRules []int    // their numbers, ascending
	rules        rules
	constraints  int            // houses, box lines and rules, numbered in this order
	weights      *order.Weights // of the constraints; nil if the order does not need them
	boxes        *order.Boxes
	sizes        []int // result of Sizes
}

// line is a box line, with its number as a constraint.
type line struct {
	constraint int
	cells      []model.Var
}

// newLayout makes the tables for a model of the given family.
func newLayout(m *model.Model, family model.Family) *layout {
	g := m.Grid
	l := &layout{
		cells:        lists.Numbers[model.Var](g.Cells()),
		all:          ^uint64(0) >> (64 - g.Rows),
		houses:       make([][]int, g.Cells()),
		peers:        make([][]int, g.Cells()),
		pruningRules: family.PruningRules,
		boxOf:        make([]int, g.Cells()),
		lines:        make([][]line, g.Cells()),
		boxes:        order.NewBoxes(m),
		sizes:        make([]int, g.Cells()),
	}
	for _, house := range g.Houses() {
		l.addHouse(l.constraints, house.Cells)
		l.constraints++
	}
	l.boxCells = g.BoxHouses()
	for box, house := range l.boxCells {
		for _, cell := range house.Cells {
			l.boxOf[cell] = box
		}
	}
	if family.QuasiMagic {
		constant := model.MagicConstant(g.BoxRows)
		l.lo, l.hi = constant-family.Delta, constant+family.Delta
		for box := range g.Boxes() {
			for _, of := range g.BoxLines(box) {
				for _, cell := range of.Cells {
					l.lines[cell] = append(l.lines[cell], line{l.constraints, of.Cells})
				}
				l.constraints++
			}
		}
	}
	if len(family.PruningRules) > 0 {
		l.rules = newRules(g, family.PruningRules, l.constraints)
		l.constraints += (model.PruningRuleCount + 1) * instances
	}
	return l
}

// addHouse makes the cells of a house peers of each other.
func (l *layout) addHouse(constraint int, house []model.Var) {
	for _, cell := range house {
		l.houses[cell] = append(l.houses[cell], constraint)
		for _, peer := range house {
			if peer != cell && !slices.Contains(l.peers[cell], int(peer)) {
				l.peers[cell] = append(l.peers[cell], int(peer))
			}
		}
	}
}

// weigh turns on counting of failures by constraint.
func (l *layout) weigh() {
	constraints := make([][]int, len(l.cells))
	for cell := range constraints {
		constraints[cell] = append(constraints[cell], l.houses[cell]...)
		for _, line := range l.lines[cell] {
			constraints[cell] = append(constraints[cell], line.constraint)
		}
		if l.rules.checks != nil {
			constraints[cell] = append(constraints[cell], l.rules.constraintsOf(cell)...)
		}
	}
	l.weights = order.NewWeights(constraints, l.constraints)
}

// failedBetween counts a failure of the first house that has both cells.
func (l *layout) failedBetween(cell, peer int) {
	if l.weights != nil {
		l.weights.Failed(l.sharedHouse(cell, peer))
	}
}

func (l *layout) sharedHouse(cell, peer int) int {
	for i, house := range l.houses[cell] {
		if house == l.houses[peer][i] {
			return house
		}
	}
	panic("paper: peers without a common house")
}

// state is a grid: for each cell the candidates and whether it was just fixed. A cell is fixed if one candidate is left, and open
// if there are more.
type state struct {
	layout     *layout
	candidates []uint64 // by cell
	justFixed  []uint64 // by cell, a bit: fixed, and not yet propagated
}

func newState(l *layout) *state {
	return &state{l, make([]uint64, len(l.cells)), make([]uint64, (len(l.cells)+63)/64)}
}

// copyFrom makes s a copy of another state of the same layout.
func (s *state) copyFrom(other *state) {
	copy(s.candidates, other.candidates)
	copy(s.justFixed, other.justFixed)
}

// prepare makes s the grid to search: all candidates except those excluded by the givens, then by rules 1 and 2. It reports
// whether the grid is valid.
func (s *state) prepare(cube model.Cube) bool {
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

// assign fixes a cell at a value, given as its bit, and propagates. It reports whether the grid is still valid.
func (s *state) assign(cell int, value uint64) bool {
	return s.remove(cell, ^value) && s.propagateFixed()
}

// remove removes values from a cell's candidates and flags a cell that is left with one. It reports whether any is left.
func (s *state) remove(cell int, values uint64) bool {
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
func (s *state) propagateFixed() bool {
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

// propagate removes the value of a fixed cell from its peers, looks at the lines through it, and then propagates the newly fixed
// cells. It reports whether the grid is still valid.
func (s *state) propagate(cell int) bool {
	for _, peer := range s.layout.peers[cell] {
		if !s.remove(peer, s.candidates[cell]) {
			s.layout.failedBetween(cell, peer)
			return false
		}
	}
	for i := range s.layout.lines[cell] {
		if line := &s.layout.lines[cell][i]; !s.lineHolds(line.cells) {
			s.layout.weights.Failed(line.constraint)
			return false
		}
	}
	return s.propagateFixed()
}

// lineHolds reports whether a box line's sum can still be in bounds, by the paper's test: if one cell is open, a candidate of it
// must give such a sum; with more open cells, the line passes. If the setting says so, it removes the other candidates of the
// cell.
func (s *state) lineHolds(line []model.Var) bool {
	sum, open := 0, -1
	for _, v := range line {
		cell := int(v)
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
	if s.layout.remove {
		return s.remove(open, ^interval(lo, hi))
	}
	return s.candidates[open]&interval(lo, hi) != 0
}

// interval returns the values lo to hi among 1 to 64.
func interval(lo, hi int) uint64 {
	lo, hi = max(lo, 1), min(hi, mostValues)
	if lo > hi {
		return 0
	}
	return ^uint64(0) >> (63 - (hi - lo)) << (lo - 1)
}

// value returns the value of a fixed cell, and 0 for an open one.
func (s *state) value(cell int) int {
	candidates := s.candidates[cell]
	if candidates&(candidates-1) != 0 {
		return 0
	}
	return bits.TrailingZeros64(candidates) + 1
}
