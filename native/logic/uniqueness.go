package logic

import (
	"slices"

	"qmsat/model"
)

func init() {
	for _, t := range []*Technique{
		{Name: "unique-rectangle-1", Title: "Uniqueness Test 1", Order: 3500, find: onRectangles((*finder).uniqueness1)},
		{Name: "unique-rectangle-2", Title: "Uniqueness Test 2", Order: 3600, find: onRectangles((*finder).uniqueness2)},
		{Name: "unique-rectangle-3", Title: "Uniqueness Test 3", Order: 3700, find: onRectangles((*finder).uniqueness3)},
		{Name: "unique-rectangle-4", Title: "Uniqueness Test 4", Order: 3800, find: onRectangles((*finder).uniqueness4)},
	} {
		t.Group, t.Score, t.Level, t.Rating, t.Unique, t.Describe = "unique-rectangles", 100, Hard, 4.5, true, wingPattern
		register(t)
	}
}

// rectangle is four cells in two rows, two columns and two boxes with two common values. If they had no other values, the two
// could be exchanged, so the puzzle would have two solutions. A corner may have lost one of the two.
type rectangle struct {
	cells [4]model.Var // ascending
	pair  uint64
	roof  []model.Var // cells with further candidates
	extra uint64      // all those further candidates
}

// newStep returns an empty step with the rectangle as its pattern.
func (r *rectangle) newStep() *Step {
	return &Step{Values: slices.Collect(bitsOf(r.pair)), Cells: r.cells[:]}
}

// onRectangles returns a function that visits the rectangles with a cell of two candidates.
func onRectangles(visit func(*finder, *rectangle)) func(*finder) {
	return func(f *finder) {
		if len(f.lines[Row]) == 0 {
			return
		}
		columns := model.Var(f.Model.Grid.Columns)
		for p, pair := range f.eachOpen() {
			if count(pair) != 2 || int(p) >= f.Model.Grid.Cells() {
				continue
			}
			for _, q := range f.Houses[f.lines[Row][p/columns]].Cells {
				if f.candidates[q]&pair == 0 || q == p {
					continue
				}
				for _, v := range f.Houses[f.lines[Column][p%columns]].Cells {
					w := v - p + q
					if f.candidates[v]&pair == 0 || f.candidates[w]&pair == 0 || v == p {
						continue
					}
					r := &rectangle{cells: [4]model.Var{p, q, v, w}, pair: pair}
					slices.Sort(r.cells[:])
					for _, c := range r.cells {
						if extra := f.candidates[c] &^ pair; extra != 0 {
							r.roof = append(r.roof, c)
							r.extra |= extra
						}
					}
					first := slices.IndexFunc(r.cells[:], func(c model.Var) bool { return f.candidates[c] == pair })
					if r.cells[first] == p && f.exchangeable(r.cells[:], pair) {
						visit(f, r)
					}
				}
			}
		}
	}
}

// exchangeable reports whether two values at the corners of a rectangle can be exchanged, whatever the other cells have. The
// corners must be in no constraints except all-different ones, each with two corners or none. Their domains in the model must have
// both values. They must be outputs; otherwise both solutions would count as one.
func (s *State) exchangeable(corners []model.Var, pair uint64) bool {
	for i := range s.Houses {
		n := 0
		for _, c := range corners {
			if s.Houses[i].has(c) {
				n++
			}
		}
		if n != 0 && n != 2 {
			return false
		}
	}
	return !slices.ContainsFunc(corners, func(c model.Var) bool { return !s.plain.Has(int(c)) || pair&^s.domains[c] != 0 })
}

// uniqueness1: one corner has further candidates, so it has neither of the two values.
func (f *finder) uniqueness1(r *rectangle) {
	if len(r.roof) == 1 {
		newStep := r.newStep()
		newStep.eliminateFrom(r.roof[0], r.pair&f.candidates[r.roof[0]])
		f.found(newStep)
	}
}

// uniqueness2: two corners of a side have the same further candidate, so one of them has it.
func (f *finder) uniqueness2(r *rectangle) {
	if f.side(r) && count(r.extra) == 1 {
		newStep := r.newStep()
		newStep.eliminate(f.seenByAll(r.roof, lowest(r.extra)), lowest(r.extra))
		f.found(newStep)
	}
}

// mostOthers limits the subsets in uniqueness3 for large houses. In houses of nine cells there are no larger ones.
const mostOthers = 7

// uniqueness3: two corners of a side have further candidates, so together they act as one cell with these. With other cells of a
// house they form a naked subset.
func (f *finder) uniqueness3(r *rectangle) {
	if !f.side(r) || count(r.extra) < 2 {
		return
	}
	var masks [mostValues]uint64
	for i := range f.Houses {
		h := &f.Houses[i]
		if !h.has(r.roof[0]) || !h.has(r.roof[1]) {
			continue
		}
		var usable uint64
		for position, v := range h.Cells {
			if masks[position] = f.candidates[v] | r.extra; f.candidates[v] != 0 && !slices.Contains(r.cells[:], v) {
				usable |= 1 << position
			}
		}
		for size := 1; size < min(len(h.Cells)-2, mostOthers) && !f.over(); size++ {
			unions(masks[:len(h.Cells)], usable, size, size+1, func(chosen, union uint64) {
				newStep, subset := r.newStep(), append(h.cellsAt(chosen), r.roof...)
				for value := range bitsOf(union) {
					newStep.eliminate(f.seenByAll(subset, value), value)
				}
				f.found(newStep)
			})
		}
	}
}

// uniqueness4: two corners of a side are the only positions of one of the two values in a house, so neither has the other value.
func (f *finder) uniqueness4(r *rectangle) {
	if !f.side(r) {
		return
	}
	for i, h := range f.eachFull() {
		if !h.has(r.roof[0]) || !h.has(r.roof[1]) {
			continue
		}
		for value := range bitsOf(r.pair) {
			if count(*f.at(i, value)) == 2 && f.has(r.roof[0], value) && f.has(r.roof[1], value) {
				newStep := r.newStep()
				for _, v := range r.roof {
					newStep.eliminateFrom(v, f.candidates[v]&r.pair&^(1<<value))
				}
				f.found(newStep)
			}
		}
	}
}

// side reports whether two corners have further candidates and share a line.
func (s *State) side(r *rectangle) bool {
	return len(r.roof) == 2 && s.sees(r.roof[0], r.roof[1])
}
