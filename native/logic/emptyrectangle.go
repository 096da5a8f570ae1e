package logic

import (
	"context"

	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "empty-rectangle", Title: "Empty Rectangle", Group: "single-digit-patterns", Order: 3170, Score: 120, Level: Hard, Rating: 6.6,
		Find: emptyRectangle,
		Describe: func(b *Board, s *Step) string {
			return b.valueNames(s.Values, ",") + " in " + b.houseNames(s.Houses[:1]) + " (" + b.CellNames(s.Cells) + ")"
		},
	})
}

// emptyRectangle finds a box or region, at least three places of a value in it, all of them in one row and one column; and a strong link
// from that row, outside the box, to a cell that sees one of that column: there the value cannot be. Rows and columns change places,
// too.
func emptyRectangle(ctx context.Context, s *State, yield func(*Step) bool) {
	if len(s.lines[0]) == 0 {
		return
	}
	for value := range s.numbers {
		links := s.strongLinks(value)
		for i := range s.Houses {
			h := &s.Houses[i]
			if s.ended(ctx) {
				return
			}
			if h.Line() || !h.Full || count(*s.at(i, value)) < 3 {
				continue
			}
			for _, row := range s.lines[Row] {
				for _, column := range s.lines[Column] {
					if s.crossed(i, row, column, value) && !(s.rectangles(i, row, column, value, links, yield) && s.rectangles(i, column, row, value, links, yield)) {
						return
					}
				}
			}
		}
	}
}

// crossed reports whether a house has a value in two lines only, and in neither of them alone.
func (s *State) crossed(house, row, column, value int) bool {
	inRow, inColumn := false, false
	h := &s.Houses[house]
	for place := range bitsOf(*s.at(house, value)) {
		r, c := s.Houses[row].has(h.Cells[place]), s.Houses[column].has(h.Cells[place])
		if !r && !c {
			return false
		}
		inRow, inColumn = inRow || !c, inColumn || !r
	}
	return inRow && inColumn
}

// rectangles yields the steps by strong links in lines that cross a, from a cell of a. What goes lies in b.
func (s *State) rectangles(house, a, b, value int, links []strongLink, yield func(*Step) bool) bool {
	h, from, to := &s.Houses[house], &s.Houses[a], &s.Houses[b]
	for _, link := range links {
		if s.Houses[link.house].Kind != to.Kind {
			continue
		}
		for turn := range 2 {
			near, far := link.ends[turn], link.ends[1-turn]
			if !from.has(near) || h.has(near) || h.has(far) {
				continue
			}
			for _, v := range to.Cells {
				if !s.has(v, value) || h.has(v) || v == near || v == far || !s.inLine(v, far, from.Kind) {
					continue
				}
				step := &Step{Technique: techniques.Entries["empty-rectangle"], Values: []int{value}, Cells: []model.Var{near, far}, Houses: []int{house, link.house}}
				step.Eliminations = []Candidate{{v, value}}
				if !yield(step) {
					return false
				}
			}
		}
	}
	return true
}

// inLine reports whether two cells lie in a line of that kind.
func (s *State) inLine(v, w model.Var, kind Kind) bool {
	for _, m := range s.of[v] {
		if h := &s.Houses[m.house]; h.Kind == kind && h.has(w) {
			return true
		}
	}
	return false
}
