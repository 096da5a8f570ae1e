package logic

import "qmsat/model"

func init() {
	register(&Technique{
		Name: "bug-plus-1", Title: "Bivalue Universal Grave + 1", Order: 2900, Score: 100, Level: Hard, Rating: 5.6, Unique: true,
		find: bugPlus1, Describe: single,
	})
}

// bugPlus1 finds a grid in which all open cells have two candidates, except one with three. Each candidate occurs twice in each
// of its houses, except one candidate of that cell, which occurs three times. Without that candidate, every cell could change to
// its other candidate. So the cell has it. (Domains narrower than the grid's do no harm: candidates are within them.)
func bugPlus1(f *finder) {
	cell := model.Var(-1)
	for i, mask := range f.candidates {
		v := model.Var(i)
		switch n := count(mask); {
		case mask == 0:
		case !f.plain.Has(int(v)), n == 1, n > 3, n == 3 && cell >= 0:
			return
		case n == 3:
			cell = v
		}
	}
	if cell < 0 {
		return
	}
	thrice := -1
	for i := range f.Houses {
		h := &f.Houses[i]
		for value := range f.numbers {
			switch count(*f.at(i, value)) {
			case 0:
			case 2:
				if !h.Full {
					return
				}
			case 3:
				if !h.Full || !h.has(cell) || thrice >= 0 && thrice != value {
					return
				}
				thrice = value
			default:
				return
			}
		}
	}
	if thrice < 0 || !f.has(cell, thrice) {
		return
	}
	for _, m := range f.of[cell] {
		if count(*f.at(m.house, thrice)) != 3 {
			return
		}
	}
	step := &Step{Values: []int{thrice}, Cells: []model.Var{cell}}
	step.eliminateFrom(cell, f.candidates[cell]&^(1<<thrice))
	f.found(step)
}
