package logic

import (
	"context"

	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "full-house", Title: "Full House", Order: 100, Score: 4, Level: Easy, Rating: 1.0,
		Find: fullHouse, Describe: single,
	})
}

// fullHouse finds the value of a full house's last cell.
func fullHouse(_ context.Context, s *State, yield func(*Step) bool) {
	for i := range s.Houses {
		h := &s.Houses[i]
		if left := h.values &^ s.placed[i]; !h.Full || count(left) != 1 {
			continue
		}
		for _, v := range h.Cells {
			if s.values[v] < 0 && s.sizeOf(v) == 1 && !yield(s.placement("full-house", v, s.candidates[v])) {
				return
			}
		}
	}
}

// placement returns a step of a single. mask has the value's bit.
func (s *State) placement(name string, v model.Var, mask uint64) *Step {
	value := lowest(mask)
	return &Step{Technique: techniques[name], Values: []int{value}, Cells: []model.Var{v}, Placements: []Candidate{{v, value}}}
}

// single writes nothing: the placement says it all.
func single(*Board, *Step) string { return "" }
