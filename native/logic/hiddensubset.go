package logic

import "slices"

func init() {
	for _, t := range []*Technique{
		{Name: "hidden-pair", Title: "Hidden Pair", Order: 1500, Score: 70, Level: Medium, Rating: 3.4, find: hidden(2)},
		{Name: "hidden-triple", Title: "Hidden Triple", Order: 1600, Score: 100, Level: Medium, Rating: 4.0, find: hidden(3)},
		{Name: "hidden-quadruple", Title: "Hidden Quadruple", Order: 2100, Score: 150, Level: Hard, Rating: 5.4, find: hidden(4)},
	} {
		t.Group = "hidden-subsets"
		register(t)
	}
}

// hidden finds values of a full house that together have as many places as there are values: these cells lose all other values.
func hidden(size int) func(*finder) {
	return func(f *finder) {
		values := len(f.numbers)
		for _, i := range f.boxesFirst {
			h := &f.Houses[i]
			if !h.Full || f.over() {
				continue
			}
			closed(f.positions[i*values:(i+1)*values], size, func(chosen, union uint64) {
				step := &Step{Values: slices.Collect(bitsOf(chosen)), Cells: h.cellsAt(union), Houses: []int{i}}
				for _, v := range step.Cells {
					step.eliminateFrom(v, f.candidates[v]&^chosen)
				}
				f.found(step)
			})
		}
	}
}
