package logic

import (
	"slices"

	"qmsat/model"
)

func init() {
	for size, t := range map[int]*Technique{
		2: {Name: "xy-wing", Title: "XY-Wing", Order: 3300, Score: 160, Rating: 4.2},
		3: {Name: "xyz-wing", Title: "XYZ-Wing", Order: 3400, Score: 180, Rating: 4.4},
	} {
		t.Group, t.Level, t.Describe, t.find = "wings", Hard, wingPattern, func(f *finder) { wings(f, size) }
		register(t)
	}
}

// wings finds a pivot with so many candidates, xy or xyz, and two cells that it sees with xz and yz: z is in one of the wings, or with
// three candidates in the pivot.
func wings(f *finder, size int) {
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

// wingPattern writes values and cells: "1/3/6 in r4c47,r5c9". Of an XY-wing the value that goes stands last.
func wingPattern(b *Board, s *Step) string {
	return b.valueNames(s.Values, "/") + " in " + b.CellNames(s.Cells)
}
