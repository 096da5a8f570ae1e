package logic

import (
	"slices"

	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "full-house", Title: "Full House", Order: 100, Score: 4, Level: Easy, Rating: 1.0, find: fullHouse, Describe: single,
	})
	register(&Technique{
		Name: "naked-single", Title: "Naked Single", Order: 200, Score: 4, Level: Easy, Rating: 2.3, find: nakedSingle, Describe: single,
	})
	register(&Technique{
		Name: "hidden-single", Title: "Hidden Single", Order: 300, Score: 14, Level: Easy, Rating: 1.2,
		Rate: hiddenSingleRating, find: hiddenSingle, Describe: single,
	})
}

// fullHouse finds naked singles that are the last open cell of a full house.
func fullHouse(f *finder) {
	for _, v := range f.naked {
		if f.done || f.sizeOf(v) != 1 {
			continue
		}
		full := slices.IndexFunc(f.of[v], func(m membership) bool {
			h := &f.Houses[m.house]
			return h.Full && count(h.values&^f.placed[m.house]) == 1
		})
		if full >= 0 {
			step := placement(v, lowest(f.candidates[v]))
			step.Houses = []int{f.of[v][full].house}
			f.found(step)
		}
	}
}

// nakedSingle finds cells with one candidate, in the order in which they arose, as in HoDoKu.
func nakedSingle(f *finder) {
	for _, v := range f.naked {
		if !f.done && f.sizeOf(v) == 1 {
			f.found(placement(v, lowest(f.candidates[v])))
		}
	}
}

// hiddenSingle finds values with one position in a full house, in the order in which they arose, as in HoDoKu.
func hiddenSingle(f *finder) {
	for _, entry := range f.hidden {
		i, value := int(entry)/len(f.numbers), int(entry)%len(f.numbers)
		if positions := *f.at(i, value); !f.done && f.Houses[i].Full && count(positions) == 1 {
			step := placement(f.Houses[i].Cells[lowest(positions)], value)
			step.Houses = []int{i}
			f.found(step)
		}
	}
}

// hiddenSingleRating rates boxes and regions easier than lines.
func hiddenSingleRating(b *Board, s *Step) float64 {
	if b.Houses[s.Houses[0]].Line() {
		return 1.5
	}
	return 1.2
}

// placement returns the step of a single.
func placement(v model.Var, value int) *Step {
	return &Step{Values: []int{value}, Cells: []model.Var{v}, Placements: []Candidate{{v, value}}}
}

// single writes nothing: the placement shows the whole step.
func single(*Board, *Step) string { return "" }
