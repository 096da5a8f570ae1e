package logic

import (
	"context"
	"slices"
)

func init() {
	register(&Technique{
		Name: "multi-colours-1", Title: "Multi Colors 1", Group: "multi-colours", Order: 5360, Score: 200, Level: Hard, Rating: 6.6,
		Find: multiColours1, Describe: describeColours,
	})
	register(&Technique{
		Name: "multi-colours-2", Title: "Multi Colors 2", Group: "multi-colours", Order: 5361, Score: 200, Level: Hard, Rating: 6.6,
		Find: multiColours2, Describe: describeColours,
	})
}

// multiColours1 finds two colourings of which two colours see each other: one of the other two colours holds, and a cell that sees both
// of these loses the value.
func multiColours1(ctx context.Context, s *State, yield func(*Step) bool) {
	s.colouringPairs(ctx, func(a, b *colouring) bool {
		step := colourStep("multi-colours-1", a, b)
		for sideA := range 2 {
			for sideB := range 2 {
				if a.colours[sideA].Meets(b.seen[sideB]) {
					trapped := slices.Clone(s.with(a.value))
					trapped.Intersect(trapped, a.seen[1-sideA])
					trapped.Intersect(trapped, b.seen[1-sideB])
					step.eliminate(trapped, a.value)
				}
			}
		}
		return !step.effect() || yield(step)
	})
}

// multiColours2 finds a colour that sees both colours of another colouring: it is the false one, and its cells lose the value.
func multiColours2(ctx context.Context, s *State, yield func(*Step) bool) {
	s.colouringPairs(ctx, func(a, b *colouring) bool {
		for _, pair := range [][2]*colouring{{a, b}, {b, a}} {
			step := colourStep("multi-colours-2", pair[0], pair[1])
			for side, colour := range pair[0].colours {
				if pair[1].colours[0].Meets(pair[0].seen[side]) && pair[1].colours[1].Meets(pair[0].seen[side]) {
					step.eliminate(colour, a.value)
				}
			}
			if step.effect() && !yield(step) {
				return false
			}
		}
		return true
	})
}

// colouringPairs calls visit with each two colourings of a value until it returns false.
func (s *State) colouringPairs(ctx context.Context, visit func(a, b *colouring) bool) {
	for value := range s.numbers {
		if s.ended(ctx) {
			return
		}
		list := s.colourings(value)
		for i, a := range list {
			for _, b := range list[i+1:] {
				if !visit(a, b) {
					return
				}
			}
		}
	}
}
