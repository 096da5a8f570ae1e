package logic

import "context"

func init() {
	register(&Technique{
		Name: "naked-single", Title: "Naked Single", Order: 200, Score: 4, Level: Easy, Rating: 2.3,
		Find: nakedSingle, Describe: single,
	})
}

// nakedSingle finds cells with one candidate, in the order in which they came up, which is HoDoKu's.
func nakedSingle(_ context.Context, s *State, yield func(*Step) bool) {
	for _, v := range s.naked {
		if s.sizeOf(v) == 1 && !yield(s.placement("naked-single", v, s.candidates[v])) {
			return
		}
	}
}
