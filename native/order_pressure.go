package native

import (
	"math"
	"math/bits"
	"slices"

	"qmsat/model"
)

// The order "pressure" takes the open cell with the fewest candidates, of several the one whose box is under the most
// pressure: has the fewest candidates left in its open cells. In a model without boxes it is the order "fewest".
func init() {
	registerOrder(&cellOrder{
		name:  "pressure",
		paper: func(s *paperState) int { return s.fewestOpenBy(s.boxPressure) },
		general: func(s *session, variables []model.Var) (model.Var, bool) {
			s.measureBoxes()
			return s.fewestOpenBy(variables, s.boxPressure)
		},
	})
}

// boxPressure returns the number of candidates in the box of a cell, negated. A fixed cell counts as one.
func (s *paperState) boxPressure(cell int) int {
	pressure := 0
	for _, other := range s.layout.boxes[s.layout.boxOf[cell]] {
		pressure -= bits.OnesCount64(s.candidates[other])
	}
	return pressure
}

// boxPressures are the boxes of a model, with what is left in them.
type boxPressures struct {
	cells    [][]model.Var // by box
	of       []int         // by variable, its box; -1 where it is in none
	pressure []int         // by box, the number of values that its cells may have, negated
}

// newBoxPressures returns the boxes of a model, yet to be measured.
func newBoxPressures(m *model.Model) *boxPressures {
	b := &boxPressures{of: slices.Repeat([]int{-1}, len(m.Variables))}
	if m.Grid == nil {
		return b
	}
	for number, box := range m.Grid.BoxHouses() {
		b.cells = append(b.cells, box.Cells)
		for _, cell := range box.Cells {
			b.of[cell] = number
		}
	}
	b.pressure = make([]int, len(b.cells))
	return b
}

// measureBoxes measures the pressure of all boxes in the current state.
func (s *session) measureBoxes() {
	if s.boxes == nil {
		s.boxes = newBoxPressures(s.model)
	}
	for box, cells := range s.boxes.cells {
		s.boxes.pressure[box] = 0
		for _, cell := range cells {
			s.boxes.pressure[box] -= s.space.size(cell)
		}
	}
}

// boxPressure returns the pressure of a variable's box, as last measured; for a variable in no box less than any other.
func (s *session) boxPressure(v model.Var) int {
	if box := s.boxes.of[v]; box >= 0 {
		return s.boxes.pressure[box]
	}
	return math.MinInt
}
