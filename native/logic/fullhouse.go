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

// fullHouse finds naked singles that are the last open cell of a full house.
func fullHouse(_ context.Context, s *State, yield func(*Step) bool) {
	for _, v := range s.naked {
		if s.sizeOf(v) != 1 {
			continue
		}
		for _, m := range s.of[v] {
			if h := &s.Houses[m.house]; h.Full && count(h.values&^s.placed[m.house]) == 1 {
				if !yield(s.placement("full-house", v, s.candidates[v])) {
					return
				}
				break
			}
		}
	}
}

// placement returns a step of a single. mask has the value's bit.
func (s *State) placement(name string, v model.Var, mask uint64) *Step {
	value := lowest(mask)
	return &Step{Technique: techniques.Entries[name], Values: []int{value}, Cells: []model.Var{v}, Placements: []Candidate{{v, value}}}
}

// single writes nothing: the placement says it all.
func single(*Board, *Step) string { return "" }
