package logic

import (
	"context"

	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "naked-single", Title: "Naked Single", Order: 200, Score: 4, Level: Easy, Rating: 2.3,
		Find: nakedSingle, Describe: single,
	})
}

// nakedSingle finds cells with one candidate.
func nakedSingle(_ context.Context, s *State, yield func(*Step) bool) {
	for v, mask := range s.candidates {
		if count(mask) == 1 && !yield(s.placement("naked-single", model.Var(v), mask)) {
			return
		}
	}
}
