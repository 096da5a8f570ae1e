package logic

import (
	"context"
	"slices"
)

func init() {
	register(&Technique{
		Name: "simple-colours-trap", Title: "Simple Colors Trap", Group: "simple-colours", Order: 5330, Score: 150, Level: Hard, Rating: 6.6,
		Find: simpleColours("simple-colours-trap"), Describe: describeColours,
	})
	register(&Technique{
		Name: "simple-colours-wrap", Title: "Simple Colors Wrap", Group: "simple-colours", Order: 5331, Score: 150, Level: Hard, Rating: 6.6,
		Find: simpleColours("simple-colours-wrap"), Describe: describeColours,
	})
}

// simpleColours finds what one colouring decides: a cell that sees both colours loses the value (trap), and so do all cells of a colour
// of which two see each other (wrap).
func simpleColours(name string) func(context.Context, *State, func(*Step) bool) {
	return func(ctx context.Context, s *State, yield func(*Step) bool) {
		for value := range s.numbers {
			if s.ended(ctx) {
				return
			}
			for _, c := range s.colourings(value) {
				step := colourStep(name, c)
				if name == "simple-colours-trap" {
					trapped := slices.Clone(s.with(value))
					trapped.Intersect(trapped, c.seen[0])
					trapped.Intersect(trapped, c.seen[1])
					trapped.Subtract(c.colours[0])
					trapped.Subtract(c.colours[1])
					step.eliminate(trapped, value)
				} else {
					for side, colour := range c.colours {
						if c.clashes(side) {
							step.eliminate(colour, value)
						}
					}
				}
				if step.effect() && !yield(step) {
					return
				}
			}
		}
	}
}
