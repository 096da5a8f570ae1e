package logic

import "context"

func init() {
	register(&Technique{
		Name: "hidden-single", Title: "Hidden Single", Order: 300, Score: 14, Level: Easy, Rating: 1.2,
		Rate: hiddenSingleRating, Find: hiddenSingle, Describe: single,
	})
}

// hiddenSingle finds values with one place in a full house, in the order in which they came up, which is HoDoKu's.
func hiddenSingle(_ context.Context, s *State, yield func(*Step) bool) {
	for _, entry := range s.hidden {
		i, value := int(entry)/len(s.numbers), int(entry)%len(s.numbers)
		places := *s.at(i, value)
		if !s.Houses[i].Full || count(places) != 1 {
			continue
		}
		step := s.placement("hidden-single", s.Houses[i].Cells[lowest(places)], 1<<value)
		step.Houses = []int{i}
		if !yield(step) {
			return
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
