package logic

import (
	"slices"

	"qmsat/model"
)

func init() {
	for _, t := range []*Technique{
		{Name: "skyscraper", Title: "Skyscraper", Order: 3000, Score: 130, Describe: connectedPattern, find: turbotFish(skyscraper)},
		{Name: "two-string-kite", Title: "2-String Kite", Order: 3100, Score: 150, Describe: connectedPattern, find: turbotFish(kite)},
		{Name: "turbot-fish", Title: "Turbot Fish", Order: 3120, Score: 120, Describe: turbotPattern, find: turbotFish(turbot)},
	} {
		t.Group, t.Level, t.Rating = "single-digit-patterns", Hard, 6.6
		register(t)
	}
}

// turbotShape says how two strong links and the weak link between them lie.
type turbotShape int

const (
	turbot     turbotShape = iota // any other shape
	skyscraper                    // the strong links in two rows, the weak link in a column; or rows and columns exchanged
	kite                          // the strong links in a row and a column, the weak link in a box
)

// strongLink is the only two positions of a value in a full house.
type strongLink struct {
	house int
	ends  [2]model.Var
}

// strongLinks returns the strong links of a value, house by house.
func (s *State) strongLinks(value int) (links []strongLink) {
	for i := range s.Houses {
		positions := *s.at(i, value)
		if h := &s.Houses[i]; h.Full && count(positions) == 2 {
			links = append(links, strongLink{i, [2]model.Var{h.Cells[lowest(positions)], h.Cells[lowest(positions&(positions-1))]}})
		}
	}
	return links
}

// turbotFish finds two strong links of a value with ends that see each other: at least one of the other two ends has the value.
func turbotFish(shape turbotShape) func(*finder) {
	return func(f *finder) {
		for value := range f.eachValue() {
			links := f.strongLinks(value)
			for i, a := range links {
				for _, b := range links[i+1:] {
					for ends := range 4 {
						a, b := a.turned(ends&1), b.turned(ends>>1)
						// a's first end sees b's first end.
						if !f.sees(a.ends[0], b.ends[0]) || slices.Contains(a.ends[:], b.ends[1]) || a.ends[1] == b.ends[0] ||
							f.shapeOf(a, b) != shape {
							continue
						}
						step := &Step{Values: []int{value}, Houses: []int{a.house, b.house}}
						step.Cells = []model.Var{a.ends[1], a.ends[0], b.ends[0], b.ends[1]}
						if step.Cells[0] > step.Cells[3] {
							slices.Reverse(step.Cells)
							slices.Reverse(step.Houses)
						}
						step.eliminate(f.seenByAll([]model.Var{a.ends[1], b.ends[1]}, value), value)
						f.found(step)
					}
				}
			}
		}
	}
}

// turned returns the link, with its ends exchanged if turn is 1.
func (l strongLink) turned(turn int) strongLink {
	l.ends[0], l.ends[1] = l.ends[turn], l.ends[1-turn]
	return l
}

// shapeOf returns the shape of two strong links connected by their first ends.
func (s *State) shapeOf(a, b strongLink) turbotShape {
	weakInLine := slices.ContainsFunc(s.of[a.ends[0]], func(m membership) bool {
		h := &s.Houses[m.house]
		return h.Line() && h.has(b.ends[0])
	})
	h, g := &s.Houses[a.house], &s.Houses[b.house]
	switch {
	case h.Line() && g.Line() && h.Kind == g.Kind && weakInLine:
		return skyscraper
	case h.Line() && g.Line() && h.Kind != g.Kind && !weakInLine:
		return kite
	}
	return turbot
}

// connectedPattern writes the far ends, and the near ones in brackets: "4 in r5c4,r6c7 (connected by r3c47)".
func connectedPattern(b *Board, s *Step) string {
	far, near := []model.Var{s.Cells[0], s.Cells[3]}, s.Cells[1:3]
	return b.valueNames(s.Values, ",") + " in " + b.CellNames(far) + " (connected by " + b.CellNames(near) + ")"
}

// turbotPattern writes a chain: "9 r3c2 =9= r3c9 -9- r5c9 =9= r6c7".
func turbotPattern(b *Board, s *Step) string {
	value := b.valueNames(s.Values, ",")
	text := value + " " + b.Model.NameOf(s.Cells[0])
	for i, v := range s.Cells[1:] {
		sign := [2]string{"=", "-"}[i%2]
		text += " " + sign + value + sign + " " + b.Model.NameOf(v)
	}
	return text
}
