package logic

import (
	"context"
)

func init() {
	for _, t := range []struct {
		Technique
		size int
	}{
		{Technique{Name: "x-wing", Title: "X-Wing", Order: 2200, Score: 140, Rating: 3.2}, 2},
		{Technique{Name: "swordfish", Title: "Swordfish", Order: 2300, Score: 150, Rating: 3.8}, 3},
		{Technique{Name: "jellyfish", Title: "Jellyfish", Order: 2400, Score: 160, Rating: 5.2}, 4},
	} {
		technique := &t.Technique
		technique.Group, technique.Level, technique.Describe = "fish", Hard, fishPattern
		technique.Find = func(ctx context.Context, s *State, yield func(*Step) bool) { fish(ctx, s, technique, t.size, yield) }
		register(technique)
	}
}

// fish finds so many rows in which a value's places lie in as many columns: these have it nowhere else; or the other way round.
func fish(ctx context.Context, s *State, t *Technique, size int, yield func(*Step) bool) {
	for value := range s.numbers {
		for base := range s.lines {
			if s.ended(ctx) {
				return
			}
			if !fishOf(s, t, size, value, s.lines[base], s.lines[1-base], yield) {
				return
			}
		}
	}
}

func fishOf(s *State, t *Technique, size, value int, base, cover []int, yield func(*Step) bool) bool {
	var masks [mostValues]uint64
	for n, i := range base {
		if s.Houses[i].Full {
			masks[n] = *s.at(i, value)
		}
	}
	return closed(masks[:len(base)], size, func(chosen, union uint64) bool {
		step := &Step{Technique: t, Values: []int{value}}
		inBase := s.newSet()
		for n := range bitsOf(chosen) {
			h := &s.Houses[base[n]]
			step.Houses = append(step.Houses, base[n])
			step.Cells = append(step.Cells, h.cellsAt(masks[n])...)
			inBase.Unite(h.set)
		}
		for n := range bitsOf(union) {
			step.Covers = append(step.Covers, cover[n])
			h := &s.Houses[cover[n]]
			for place := range bitsOf(*s.at(cover[n], value)) {
				if v := h.Cells[place]; !inBase.Has(int(v)) {
					step.Eliminations = append(step.Eliminations, Candidate{v, value})
				}
			}
		}
		return !step.effect() || yield(step)
	})
}

// fishPattern writes the value, the base and its cover: "4 r26 c37".
func fishPattern(b *Board, s *Step) string {
	return b.valueNames(s.Values, ",") + " " + b.houseNames(s.Houses) + " " + b.houseNames(s.Covers)
}
