package logic

import (
	"context"

	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "w-wing", Title: "W-Wing", Group: "wings", Order: 3200, Score: 150, Level: Hard, Rating: 7.0, Find: wWing,
		Describe: func(b *Board, s *Step) string {
			return b.valueNames(s.Values, "/") + " in " + b.CellNames(s.Cells[:2]) + " connected by " + b.valueNames(s.Values[1:], "") +
				" in " + b.CellNames(s.Cells[2:])
		},
	})
}

// wWing finds two cells with the same two candidates that do not see each other, and a strong link of one of these between a cell that
// sees the first and one that sees the second: one of the two has the other value.
func wWing(ctx context.Context, s *State, yield func(*Step) bool) {
	links := make([][]strongLink, len(s.numbers))
	for value := range links {
		links[value] = s.strongLinks(value)
	}
	for i, mask := range s.candidates {
		if s.ended(ctx) {
			return
		}
		if count(mask) != 2 {
			continue
		}
		for j := i + 1; j < len(s.candidates); j++ {
			v, w := model.Var(i), model.Var(j)
			if s.candidates[j] != mask || s.sees(v, w) {
				continue
			}
			for by := range bitsOf(mask) {
				out := lowest(mask &^ (1 << by))
				for _, link := range links[by] {
					a, b := link.ends[0], link.ends[1]
					straight, crossed := s.sees(v, a) && s.sees(w, b), s.sees(v, b) && s.sees(w, a)
					if !straight && !crossed {
						continue
					}
					step := &Step{Technique: techniques.Entries["w-wing"], Values: []int{out, by}, Cells: []model.Var{v, w, a, b}, Houses: []int{link.house}}
					step.eliminate(s.seenByAll([]model.Var{v, w}, out), out)
					if step.effect() && !yield(step) {
						return
					}
				}
			}
		}
	}
}
