package paper

import (
	"math"
	"math/bits"

	"qmsat/model"
	"qmsat/native/order"
)

// orderAsPublished is the default order.
const orderAsPublished = "fewest"

// choice returns a function that chooses the cell to branch on, or -1 if none is open. An iteration takes only a fifth of a
// microsecond, so the two orders of the paper, and the order with the fewest iterations, have their own loops.
func choice(name string, o order.Order) func(*state) int {
	switch name {
	case "rows":
		return (*state).firstOpen
	case orderAsPublished:
		return (*state).fewestOpen
	case "box":
		return (*state).fewestInBox
	}
	return func(s *state) int {
		if cell, found := o.Choose(s, s.layout.cells); found {
			return int(cell)
		}
		return -1
	}
}

// firstOpen returns the first open cell, or -1.
func (s *state) firstOpen() int {
	for cell, candidates := range s.candidates {
		if candidates&(candidates-1) != 0 {
			return cell
		}
	}
	return -1
}

// fewestOpen returns the open cell with the fewest candidates (the first if several tie), or -1.
func (s *state) fewestOpen() int {
	best, fewest := -1, mostValues+1
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

// fewestInBox returns the open cell with the fewest candidates in the box under the most pressure, or -1. Ties go to the first
// box and the first cell.
func (s *state) fewestInBox() int {
	best, least := -1, math.MaxInt
	for _, box := range s.layout.boxCells {
		cell, fewest, left := -1, mostValues+1, 0
		for _, c := range box.Cells {
			count := bits.OnesCount64(s.candidates[c])
			left += count
			if count > 1 && count < fewest {
				cell, fewest = int(c), count
			}
		}
		if cell >= 0 && left < least {
			best, least = cell, left
		}
	}
	return best
}

// Fixed implements [order.Search].
func (s *state) Fixed(v model.Var) bool { return s.candidates[v]&(s.candidates[v]-1) == 0 }

// Size implements [order.Search].
func (s *state) Size(v model.Var) int { return bits.OnesCount64(s.candidates[v]) }

// Sizes implements [order.Search].
func (s *state) Sizes(cells []model.Var) []int {
	sizes := s.layout.sizes[:len(cells)]
	for i, cell := range cells {
		sizes[i] = bits.OnesCount64(s.candidates[cell])
	}
	return sizes
}

// Weights implements [order.Search].
func (s *state) Weights() *order.Weights { return s.layout.weights }

// Changed implements [order.Search]. States are copied, so all may have changed.
func (s *state) Changed() (changed []model.Var, all bool) { return nil, true }

// Changes implements [order.Search].
func (s *state) Changes() int { return math.MaxInt }

// Boxes implements [order.Search].
func (s *state) Boxes() *order.Boxes { return s.layout.boxes }

// OpenNeighbours implements [order.Search]. Neighbours are the peers: a cell's lines lie in its box, so they add none.
func (s *state) OpenNeighbours(v model.Var) int {
	open := 0
	for _, peer := range s.layout.peers[v] {
		if !s.Fixed(model.Var(peer)) {
			open++
		}
	}
	return open
}
