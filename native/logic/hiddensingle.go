package logic

import "context"

func init() {
	register(&Technique{
		Name: "hidden-single", Title: "Hidden Single", Order: 300, Score: 14, Level: Easy, Rating: 1.2,
		Rate: hiddenSingleRating, Find: hiddenSingle, Describe: single,
	})
}

// hiddenSingle finds values with one place in a full house, in boxes and regions first, since those are easier to see.
func hiddenSingle(_ context.Context, s *State, yield func(*Step) bool) {
	for _, lines := range []bool{false, true} {
		for i := range s.Houses {
			h := &s.Houses[i]
			if !h.Full || h.Line() != lines {
				continue
			}
			for value := range bitsOf(h.values &^ s.placed[i]) {
				places := *s.at(i, value)
				if count(places) != 1 {
					continue
				}
				step := s.placement("hidden-single", h.Cells[lowest(places)], 1<<value)
				step.Houses = []int{i}
				if !yield(step) {
					return
				}
			}
		}
	}
}

// hiddenSingleRating finds boxes and regions easier than lines.
func hiddenSingleRating(b *Board, s *Step) float64 {
	if b.Houses[s.Houses[0]].Line() {
		return 1.5
	}
	return 1.2
}
