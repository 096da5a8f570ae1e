package logic

import (
	"context"
	"slices"

	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "xy-wing", Title: "XY-Wing", Group: "wings", Order: 3300, Score: 160, Level: Hard, Rating: 4.2, Describe: wingPattern,
		Find: func(ctx context.Context, s *State, yield func(*Step) bool) { wings(ctx, s, "xy-wing", 2, yield) },
	})
	register(&Technique{
		Name: "xyz-wing", Title: "XYZ-Wing", Group: "wings", Order: 3400, Score: 180, Level: Hard, Rating: 4.4, Describe: wingPattern,
		Find: func(ctx context.Context, s *State, yield func(*Step) bool) { wings(ctx, s, "xyz-wing", 3, yield) },
	})
}

// wings finds a pivot with so many candidates, xy or xyz, and two cells that it sees with xz and yz: z is in one of the wings, or with
// three candidates in the pivot.
func wings(ctx context.Context, s *State, name string, size int, yield func(*Step) bool) {
	for p, mask := range s.candidates {
		if s.ended(ctx) {
			return
		}
		if count(mask) != size {
			continue
		}
		pivot := model.Var(p)
		for i, v := range s.seen[p] {
			if s.sizeOf(v) != 2 {
				continue
			}
			for _, w := range s.seen[p][i+1:] {
				shared := s.candidates[v] & s.candidates[w]
				union := mask | s.candidates[v] | s.candidates[w]
				if s.sizeOf(w) != 2 || count(shared) != 1 || count(union) != 3 || (mask&shared != 0) != (size == 3) {
					continue
				}
				z := lowest(shared)
				step := &Step{Technique: techniques.Entries[name], Values: slices.Collect(bitsOf(union)), Cells: []model.Var{pivot, v, w}}
				pattern := step.Cells
				if size == 2 {
					step.Values = append(slices.Collect(bitsOf(mask)), z)
					pattern = pattern[1:]
				}
				step.eliminate(s.seenByAll(pattern, z), z)
				if step.effect() && !yield(step) {
					return
				}
			}
		}
	}
}

// wingPattern writes values and cells: "1/3/6 in r4c47,r5c9". Of an XY-wing the value that goes stands last.
func wingPattern(b *Board, s *Step) string {
	return b.valueNames(s.Values, "/") + " in " + b.CellNames(s.Cells)
}
