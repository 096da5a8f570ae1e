package native

import (
	"math"
	"math/bits"

	"qmsat/model"
)

// The order "pressure" takes the open cell with the fewest candidates, of several the one whose box is under the most
// pressure: has the fewest candidates left in its open cells. In a model without boxes it is the order "fewest".
func init() {
	registerOrder(&cellOrder{
		name:  "pressure",
		paper: func(s *paperState) int { return s.fewestOpenBy(s.boxPressure) },
		general: func(s *session, variables []model.Var) (model.Var, bool) {
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

// boxPressure returns the number of values that the cells of a variable's box may have, negated; for a variable in no box
// less than any other.
func (s *session) boxPressure(v model.Var) int {
	if s.boxes == nil {
		s.boxes = boxesOf(s.model)
	}
	if s.boxes[v] == nil {
		return math.MinInt
	}
	pressure := 0
	for _, cell := range s.boxes[v] {
		pressure -= s.space.size(cell)
	}
	return pressure
}

// boxesOf returns, by variable, the cells of its box, or nil where it is in none.
func boxesOf(m *model.Model) [][]model.Var {
	boxes := make([][]model.Var, len(m.Variables))
	if m.Grid == nil {
		return boxes
	}
	for _, box := range m.Grid.BoxHouses() {
		for _, cell := range box.Cells {
			boxes[cell] = box.Cells
		}
	}
	return boxes
}
