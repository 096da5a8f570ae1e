package logic

import (
	"slices"

	"qmsat/model"
)

const groupLocked = "locked-candidates"

func init() {
	for _, t := range []*Technique{
		{Name: "locked-candidates-1", Title: "Locked Candidates Type 1 (Pointing)", Order: 1200, Rating: 2.6, find: locked(false)},
		{Name: "locked-candidates-2", Title: "Locked Candidates Type 2 (Claiming)", Order: 1210, Rating: 2.8, find: locked(true)},
	} {
		t.Group, t.Score, t.Level = groupLocked, 50, Medium
		t.Describe = func(b *Board, s *Step) string { return b.valueNames(s.Values, ",") + " in " + b.houseNames(s.Houses) }
		register(t)
	}
}

// locked finds values of a full house such that all their positions see a cell outside: that cell loses the value. In Sudoku these
// are positions of a box in one line (pointing), or positions of a line in one box (claiming).
func locked(lines bool) func(*finder) {
	return func(f *finder) {
		var buffer [mostValues]model.Var
		for i, h := range f.eachFull() {
			if h.Line() != lines {
				continue
			}
			for value := range bitsOf(h.values &^ f.placed[i]) {
				positions := *f.at(i, value)
				if f.done || count(positions) < 2 {
					continue
				}
				cells := h.appendCells(buffer[:0], positions)
				if seen := f.seenByAll(cells, value); seen != nil {
					step := &Step{Values: []int{value}, Cells: slices.Clone(cells), Houses: []int{i}}
					step.eliminate(seen, value)
					f.found(step)
				}
			}
		}
	}
}

// cellsAt returns the house's cells at a mask of positions.
func (h *House) cellsAt(positions uint64) []model.Var {
	return h.appendCells(make([]model.Var, 0, count(positions)), positions)
}

func (h *House) appendCells(cells []model.Var, positions uint64) []model.Var {
	for position := range bitsOf(positions) {
		cells = append(cells, h.Cells[position])
	}
	return cells
}
