package native

import (
	"math"
	"math/bits"

	"qmsat/model"
)

// The order "box" finishes a box before the next: it takes the box under the most pressure, with the fewest candidates left in
// all its cells, and of its open cells the one with the fewest, the first of several. Lines lie within boxes, so that each value
// tried soon completes one. In a model without boxes it is the order "fewest".
//
// On the 180 quasi-magic puzzles the engine paper needs 1,608 iterations on average with the pruning rules, and 8,491 without;
// in the order "fewest" they are 26,061 and 188,906.
func init() {
	registerOrder(&cellOrder{name: "box", paper: (*paperState).fewestInBox, general: (*session).fewestInBox})
}

// fewestInBox returns the cell that the order "box" takes, or -1.
func (s *paperState) fewestInBox() int {
	best, least := -1, math.MaxInt
	for _, box := range s.layout.boxes {
		cell, fewest, left := -1, paperMostValues+1, 0
		for _, c := range box {
			count := bits.OnesCount64(s.candidates[c])
			left += count
			if count > 1 && count < fewest {
				cell, fewest = c, count
			}
		}
		if cell >= 0 && left < least {
			best, least = cell, left
		}
	}
	return best
}

// fewestInBox is the same over variables; those in no box come last.
func (s *session) fewestInBox(variables []model.Var) (best model.Var, found bool) {
	s.measureBoxes()
	most, fewest := 0, 0
	for _, v := range variables {
		size := s.space.size(v)
		if size == 1 {
			continue
		}
		if pressure := s.boxPressure(v); !found || pressure > most || pressure == most && size < fewest {
			best, found, most, fewest = v, true, pressure, size
		}
	}
	return best, found
}
