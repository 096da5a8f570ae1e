package logic

import (
	"context"
	"slices"

	"qmsat/model"
)

const groupLocked = "locked-candidates"

func init() {
	for _, t := range []*Technique{
		{Name: "locked-candidates-1", Title: "Locked Candidates Type 1 (Pointing)", Order: 1200, Rating: 2.6},
		{Name: "locked-candidates-2", Title: "Locked Candidates Type 2 (Claiming)", Order: 1210, Rating: 2.8},
	} {
		lines := t.Order == 1210
		t.Group, t.Score, t.Level = groupLocked, 50, Medium
		t.Find = func(ctx context.Context, s *State, yield func(*Step) bool) { lockedCandidates(ctx, s, t, lines, yield) }
		t.Describe = func(b *Board, s *Step) string { return b.valueNames(s.Values, ",") + " in " + b.houseNames(s.Houses) }
		register(t)
	}
}

// lockedCandidates finds values whose places in a full house all see a cell outside: in Sudoku those of a box that lie in one line
// (pointing), or those of a line that lie in one box (claiming).
func lockedCandidates(ctx context.Context, s *State, t *Technique, lines bool, yield func(*Step) bool) {
	var buffer [mostValues]model.Var
	for i := range s.Houses {
		h := &s.Houses[i]
		if !h.Full || h.Line() != lines {
			continue
		}
		if s.ended(ctx) {
			return
		}
		for value := range bitsOf(h.values &^ s.placed[i]) {
			places := *s.at(i, value)
			if count(places) < 2 {
				continue
			}
			cells := h.appendCells(buffer[:0], places)
			if seen := s.seenByAll(cells, value); seen != nil {
				step := &Step{Technique: t, Values: []int{value}, Cells: slices.Clone(cells), Houses: []int{i}}
				step.eliminate(seen, value)
				if !yield(step) {
					return
				}
			}
		}
	}
}

// cellsAt returns the cells of a mask of places.
func (h *House) cellsAt(places uint64) []model.Var {
	return h.appendCells(make([]model.Var, 0, count(places)), places)
}

func (h *House) appendCells(cells []model.Var, places uint64) []model.Var {
	for place := range bitsOf(places) {
		cells = append(cells, h.Cells[place])
	}
	return cells
}
