package logic

import (
	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "empty-rectangle", Title: "Empty Rectangle", Group: "single-digit-patterns", Order: 3170, Score: 120, Level: Hard, Rating: 6.6,
		find: emptyRectangle,
		Describe: func(b *Board, s *Step) string {
			return b.valueNames(s.Values, ",") + " in " + b.houseNames(s.Houses[:1]) + " (" + b.CellNames(s.Cells) + ")"
		},
	})
}

// emptyRectangle finds a box or region with at least three positions of a value, all in one row and one column. It also needs a
// strong link outside the box, from a cell in that row to a cell that sees a cell of that column: the latter loses the value.
// Rows and columns may be exchanged.
func emptyRectangle(f *finder) {
	for value := range f.eachValue() {
		links := f.strongLinks(value)
		for i, h := range f.eachFull() {
			if h.Line() || count(*f.at(i, value)) < 3 {
				continue
			}
			for _, row := range f.lines[Row] {
				for _, column := range f.lines[Column] {
					if f.crossed(i, row, column, value) {
						f.rectangles(i, row, column, value, links)
						f.rectangles(i, column, row, value, links)
					}
				}
			}
		}
	}
}

// crossed reports whether a house has a value only in a row and a column, and not in one of them alone.
func (s *State) crossed(house, row, column, value int) bool {
	inRow, inColumn := false, false
	h := &s.Houses[house]
	for position := range bitsOf(*s.at(house, value)) {
		r, c := s.Houses[row].has(h.Cells[position]), s.Houses[column].has(h.Cells[position])
		if !r && !c {
			return false
		}
		inRow, inColumn = inRow || !c, inColumn || !r
	}
	return inRow && inColumn
}

// rectangles yields the steps by strong links from a cell of line a, in lines that cross a. The eliminated cell is in line b.
func (f *finder) rectangles(house, a, b, value int, links []strongLink) {
	h, from, to := &f.Houses[house], &f.Houses[a], &f.Houses[b]
	for _, link := range links {
		if f.Houses[link.house].Kind != to.Kind {
			continue
		}
		for turn := range 2 {
			near, far := link.ends[turn], link.ends[1-turn]
			if !from.has(near) || h.has(near) || h.has(far) {
				continue
			}
			for _, v := range to.Cells {
				if f.has(v, value) && !h.has(v) && v != near && v != far && f.inLine(v, far, from.Kind) {
					f.found(&Step{
						Values: []int{value}, Cells: []model.Var{near, far}, Houses: []int{house, link.house}, Eliminations: []Candidate{{v, value}},
					})
				}
			}
		}
	}
}

// inLine reports whether two cells share a line of that kind.
func (s *State) inLine(v, w model.Var, kind Kind) bool {
	for _, m := range s.of[v] {
		if h := &s.Houses[m.house]; h.Kind == kind && h.has(w) {
			return true
		}
	}
	return false
}
