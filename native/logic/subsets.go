package logic

import (
	"slices"

	"qmsat/model"
)

func init() {
	for _, t := range []*Technique{
		{Name: "locked-pair", Title: "Locked Pair", Order: 1000, Score: 40, Level: Medium, Rating: 3.0, find: naked(2, true)},
		{Name: "locked-triple", Title: "Locked Triple", Order: 1100, Score: 60, Level: Medium, Rating: 3.6, find: naked(3, true)},
		{Name: "naked-pair", Title: "Naked Pair", Order: 1300, Score: 60, Level: Medium, Rating: 3.0, find: naked(2, false)},
		{Name: "naked-triple", Title: "Naked Triple", Order: 1400, Score: 80, Level: Medium, Rating: 3.6, find: naked(3, false)},
		{Name: "naked-quadruple", Title: "Naked Quadruple", Order: 2000, Score: 120, Level: Hard, Rating: 5.0, find: naked(4, false)},
	} {
		t.Group = "naked-subsets"
		register(t)
	}
}

// naked finds cells of a house, full or not, that together have as many candidates as there are cells. Other cells that see all
// of them lose these candidates. A pair or triple is called locked if it lies in two houses and removes candidates from both;
// otherwise naked.
func naked(size int, locked bool) func(*finder) {
	return func(f *finder) {
		var masks [mostValues]uint64
		for _, i := range f.boxesFirst {
			if f.over() {
				return
			}
			h := &f.Houses[i]
			for position, v := range h.Cells {
				masks[position] = f.candidates[v]
			}
			closed(masks[:len(h.Cells)], size, func(chosen, union uint64) {
				step := &Step{Values: slices.Collect(bitsOf(union)), Cells: h.cellsAt(chosen), Houses: []int{i}}
				for _, value := range step.Values {
					step.eliminate(f.seenByAll(step.Cells, value), value)
				}
				if !step.effect() || size < 4 && f.inTwoHouses(step) != locked {
					return
				}
				if locked { // HoDoKu lists the line first
					beside := func(a, b Candidate) int { return f.beside(step, a.Cell) - f.beside(step, b.Cell) }
					slices.SortStableFunc(step.Eliminations, beside)
				}
				f.foundSorted(step)
			})
		}
	}
}

// inTwoHouses reports whether the step's cells lie in at least two houses, and two of these lose candidates outside the other.
func (s *State) inTwoHouses(step *Step) bool {
	var common []int
	for _, m := range s.of[step.Cells[0]] {
		if !slices.ContainsFunc(step.Cells, func(v model.Var) bool { return !s.Houses[m.house].has(v) }) {
			common = append(common, m.house)
		}
	}
	first := -1 // a house with an elimination of its own
	for _, c := range step.Eliminations {
		owner, owners := -1, 0
		for _, i := range common {
			if s.Houses[i].has(c.Cell) {
				owner = i
				owners++
			}
		}
		switch {
		case owners != 1:
		case first < 0:
			first = owner
		case first != owner:
			return true
		}
	}
	return false
}

// beside returns 0 if a cell shares a line with the step's first two cells, otherwise 1.
func (s *State) beside(step *Step, v model.Var) int {
	for kind := Row; kind <= Column; kind++ {
		if s.inLine(step.Cells[0], step.Cells[1], kind) && s.inLine(step.Cells[0], v, kind) {
			return 0
		}
	}
	return 1
}

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
