package logic

import (
	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "w-wing", Title: "W-Wing", Group: "wings", Order: 3200, Score: 150, Level: Hard, Rating: 7.0, find: wWing,
		Describe: func(b *Board, s *Step) string {
			return b.valueNames(s.Values, "/") + " in " + b.CellNames(s.Cells[:2]) + " connected by " + b.valueNames(s.Values[1:], "") +
				" in " + b.CellNames(s.Cells[2:])
		},
	})
}

// wWing finds two cells with the same two candidates that do not see each other. A strong link of one of these values joins a
// cell that sees the first and a cell that sees the second: at least one of the two cells has the other value.
func wWing(f *finder) {
	links := make([][]strongLink, len(f.numbers))
	for value := range links {
		links[value] = f.strongLinks(value)
	}
	for v, mask := range f.eachOpen() {
		if count(mask) != 2 {
			continue
		}
		for j, other := range f.candidates[v+1:] {
			w := v + 1 + model.Var(j)
			if other != mask || f.sees(v, w) {
				continue
			}
			for by := range bitsOf(mask) {
				out := lowest(mask &^ (1 << by))
				for _, link := range links[by] {
					a, b := link.ends[0], link.ends[1]
					if !(f.sees(v, a) && f.sees(w, b) || f.sees(v, b) && f.sees(w, a)) {
						continue
					}
					step := &Step{Values: []int{out, by}, Cells: []model.Var{v, w, a, b}, Houses: []int{link.house}}
					step.eliminate(f.seenByAll([]model.Var{v, w}, out), out)
					f.found(step)
				}
			}
		}
	}
}
