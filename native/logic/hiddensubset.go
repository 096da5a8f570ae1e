package logic

import (
	"context"
	"slices"
)

func init() {
	for _, t := range []struct {
		Technique
		size int
	}{
		{Technique{Name: "hidden-pair", Title: "Hidden Pair", Order: 1500, Score: 70, Level: Medium, Rating: 3.4}, 2},
		{Technique{Name: "hidden-triple", Title: "Hidden Triple", Order: 1600, Score: 100, Level: Medium, Rating: 4.0}, 3},
		{Technique{Name: "hidden-quadruple", Title: "Hidden Quadruple", Order: 2100, Score: 150, Level: Hard, Rating: 5.4}, 4},
	} {
		technique := &t.Technique
		technique.Group = "hidden-subsets"
		technique.Find = func(ctx context.Context, s *State, yield func(*Step) bool) {
			hiddenSubsets(ctx, s, technique, t.size, yield)
		}
		register(technique)
	}
}

// hiddenSubsets finds so many values of a full house that have as many places together: those cells lose all others.
func hiddenSubsets(ctx context.Context, s *State, t *Technique, size int, yield func(*Step) bool) {
	values := len(s.numbers)
	for _, i := range s.boxesFirst {
		h := &s.Houses[i]
		if !h.Full {
			continue
		}
		if s.ended(ctx) {
			return
		}
		goOn := closed(s.places[i*values:(i+1)*values], size, func(chosen, union uint64) bool {
			step := &Step{Technique: t, Values: slices.Collect(bitsOf(chosen)), Cells: h.cellsAt(union), Houses: []int{i}}
			for _, v := range step.Cells {
				for value := range bitsOf(s.candidates[v] &^ chosen) {
					step.Eliminations = append(step.Eliminations, Candidate{v, value})
				}
			}
			return !step.effect() || yield(step)
		})
		if !goOn {
			return
		}
	}
}
