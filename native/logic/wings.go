package logic

import (
	"slices"

	"qmsat/model"
)

func init() {
	for _, t := range []*Technique{
		{Name: "xy-wing", Title: "XY-Wing", Order: 3300, Score: 160, Rating: 4.2, find: wings(2)},
		{Name: "xyz-wing", Title: "XYZ-Wing", Order: 3400, Score: 180, Rating: 4.4, find: wings(3)},
	} {
		t.Group, t.Level, t.Describe = "wings", Hard, wingPattern
		register(t)
	}
}

// wings finds a pivot with the candidates xy or xyz, and two cells that it sees with xz and yz: z is in one of the wings or, with
// three candidates, in the pivot.
func wings(size int) func(*finder) {
	return func(f *finder) {
		for pivot, mask := range f.eachOpen() {
			if count(mask) != size {
				continue
			}
			for i, v := range f.seen[pivot] {
				if f.sizeOf(v) != 2 {
					continue
				}
				for _, w := range f.seen[pivot][i+1:] {
					shared := f.candidates[v] & f.candidates[w]
					union := mask | f.candidates[v] | f.candidates[w]
					if f.sizeOf(w) != 2 || count(shared) != 1 || count(union) != 3 || (mask&shared != 0) != (size == 3) {
						continue
					}
					z := lowest(shared)
					step := &Step{Values: slices.Collect(bitsOf(union)), Cells: []model.Var{pivot, v, w}}
					pattern := step.Cells
					if size == 2 {
						step.Values = append(slices.Collect(bitsOf(mask)), z)
						pattern = pattern[1:]
					}
					step.eliminate(f.seenByAll(pattern, z), z)
					f.found(step)
				}
			}
		}
	}
}

// wingPattern writes values and cells: "1/3/6 in r4c47,r5c9". For an XY-wing the eliminated value comes last.
func wingPattern(b *Board, s *Step) string {
	return b.valueNames(s.Values, "/") + " in " + b.CellNames(s.Cells)
}
