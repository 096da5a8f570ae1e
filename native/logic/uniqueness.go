package logic

import (
	"context"
	"slices"

	"qmsat/model"
)

func init() {
	for _, t := range []struct {
		Technique
		apply func(*State, *rectangle, *Step, func() bool) bool
	}{
		{Technique{Name: "unique-rectangle-1", Title: "Uniqueness Test 1", Order: 3500}, (*State).uniqueness1},
		{Technique{Name: "unique-rectangle-2", Title: "Uniqueness Test 2", Order: 3600}, (*State).uniqueness2},
		{Technique{Name: "unique-rectangle-3", Title: "Uniqueness Test 3", Order: 3700}, (*State).uniqueness3},
		{Technique{Name: "unique-rectangle-4", Title: "Uniqueness Test 4", Order: 3800}, (*State).uniqueness4},
	} {
		technique := &t.Technique
		technique.Group, technique.Score, technique.Level, technique.Rating = "unique-rectangles", 100, Hard, 4.5
		technique.Unique, technique.Describe = true, wingPattern
		technique.Find = func(ctx context.Context, s *State, yield func(*Step) bool) {
			s.uniqueRectangles(ctx, func(r *rectangle) bool {
				step := Step{Technique: technique, Values: slices.Collect(bitsOf(r.pair)), Cells: r.cells[:]}
				return t.apply(s, r, &step, func() bool {
					found := step
					step.Eliminations = nil
					return !found.effect() || yield(&found)
				})
			})
		}
		register(technique)
	}
}

// rectangle is four cells in two rows, two columns and two boxes that may have two values. If they had no others, those could change
// places, and so the puzzle would have two solutions. A corner may have lost one of the two.
type rectangle struct {
	cells [4]model.Var // ascending
	pair  uint64
	roof  []model.Var // cells with further candidates
	extra uint64      // those, of all of them
}

// uniqueRectangles visits the rectangles that have a cell with two candidates, and stops where visit returns false.
func (s *State) uniqueRectangles(ctx context.Context, visit func(*rectangle) bool) {
	if len(s.lines[Row]) == 0 {
		return
	}
	columns := s.Model.Grid.Columns
	for p, pair := range s.candidates {
		if s.ended(ctx) {
			return
		}
		if count(pair) != 2 {
			continue
		}
		for _, q := range s.Houses[s.lines[Row][p/columns]].Cells {
			if s.candidates[q]&pair == 0 || int(q) == p {
				continue
			}
			for _, v := range s.Houses[s.lines[Column][p%columns]].Cells {
				w := v - model.Var(p) + q
				if s.candidates[v]&pair == 0 || s.candidates[w]&pair == 0 || int(v) == p {
					continue
				}
				r := &rectangle{cells: [4]model.Var{model.Var(p), q, v, w}, pair: pair}
				slices.Sort(r.cells[:])
				for _, c := range r.cells {
					if extra := s.candidates[c] &^ pair; extra != 0 {
						r.roof = append(r.roof, c)
						r.extra |= extra
					}
				}
				first := slices.IndexFunc(r.cells[:], func(c model.Var) bool { return s.candidates[c] == pair })
				if int(r.cells[first]) == p && s.exchangeable(r.cells[:]) && !visit(r) {
					return
				}
			}
		}
	}
}

// exchangeable reports whether two values of the corners of a rectangle may change places whatever the other cells have: no constraint
// but all-different ones speaks of the corners, and each of these of two or none. Values are outputs, or else solutions were the same.
func (s *State) exchangeable(corners []model.Var) bool {
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
	return !slices.ContainsFunc(corners, func(c model.Var) bool { return !s.plain.Has(int(c)) })
}

// uniqueness1: one corner has further candidates, and so none of the two.
func (s *State) uniqueness1(r *rectangle, step *Step, yield func() bool) bool {
	if len(r.roof) != 1 {
		return true
	}
	for _, value := range step.Values {
		if s.has(r.roof[0], value) {
			step.Eliminations = append(step.Eliminations, Candidate{r.roof[0], value})
		}
	}
	return yield()
}

// uniqueness2: two corners of a side have the same further candidate, and so one of them has it.
func (s *State) uniqueness2(r *rectangle, step *Step, yield func() bool) bool {
	if !s.side(r) || count(r.extra) != 1 {
		return true
	}
	step.eliminate(s.seenByAll(r.roof, lowest(r.extra)), lowest(r.extra))
	return yield()
}

// mostOthers bounds the subsets of uniqueness3 where houses are large. Nine cells have none that is larger.
const mostOthers = 7

// uniqueness3: two corners of a side have further candidates, and so are together a cell with these. With others of a house they are a
// naked subset.
func (s *State) uniqueness3(r *rectangle, step *Step, yield func() bool) bool {
	if !s.side(r) || count(r.extra) < 2 {
		return true
	}
	var masks [mostValues]uint64
	for i := range s.Houses {
		h := &s.Houses[i]
		if !h.has(r.roof[0]) || !h.has(r.roof[1]) {
			continue
		}
		var usable uint64
		for place, v := range h.Cells {
			if masks[place] = s.candidates[v] | r.extra; s.candidates[v] != 0 && !slices.Contains(r.cells[:], v) {
				usable |= 1 << place
			}
		}
		for size := 1; size < min(len(h.Cells)-2, mostOthers); size++ {
			goOn := unions(masks[:len(h.Cells)], usable, size, size+1, func(chosen, union uint64) bool {
				subset := append(h.cellsAt(chosen), r.roof...)
				for value := range bitsOf(union) {
					step.eliminate(s.seenByAll(subset, value), value)
				}
				return yield()
			})
			if !goOn {
				return false
			}
		}
	}
	return true
}

// uniqueness4: two corners of a side are the only places of one of the two values in a house, and so neither has the other.
func (s *State) uniqueness4(r *rectangle, step *Step, yield func() bool) bool {
	if !s.side(r) {
		return true
	}
	for i := range s.Houses {
		h := &s.Houses[i]
		if !h.Full || !h.has(r.roof[0]) || !h.has(r.roof[1]) {
			continue
		}
		for n, value := range step.Values {
			if count(*s.at(i, value)) == 2 && s.has(r.roof[0], value) && s.has(r.roof[1], value) {
				for _, v := range r.roof {
					if other := step.Values[1-n]; s.has(v, other) {
						step.Eliminations = append(step.Eliminations, Candidate{v, other})
					}
				}
				if !yield() {
					return false
				}
			}
		}
	}
	return true
}

// side reports whether two corners have further candidates, and lie in one line.
func (s *State) side(r *rectangle) bool {
	return len(r.roof) == 2 && s.sees(r.roof[0], r.roof[1])
}
