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

func init() {
	register(&Technique{
		Name: "w-wing", Title: "W-Wing", Group: "wings", Order: 3200, Score: 150, Level: Hard, Rating: 7.0, find: wWing,
		Describe: func(b *Board, s *Step) string {
			return b.valueNames(s.Values, "/") + " in " + b.CellNames(s.Cells[:2]) + " connected by " + b.valueNames(s.Values[1:], "") +
				" in " + b.CellNames(s.Cells[2:])
		},
	})
}

// wWing finds two cells with the same two candidates that do not see each other. A strong link of one of these values joins a
// cell that sees the first and a cell that sees the second: at least one of the two cells has the other value.
func wWing(f *finder) {
	links := make([][]strongLink, len(f.numbers))
	for value := range links {
		links[value] = f.strongLinks(value)
	}
	for v, mask := range f.eachOpen() {
		if count(mask) != 2 {
			continue
		}
		for j, other := range f.candidates[v+1:] {
			w := v + 1 + model.Var(j)
			if other != mask || f.sees(v, w) {
				continue
			}
			for by := range bitsOf(mask) {
				out := lowest(mask &^ (1 << by))
				for _, link := range links[by] {
					a, b := link.ends[0], link.ends[1]
					if !(f.sees(v, a) && f.sees(w, b) || f.sees(v, b) && f.sees(w, a)) {
						continue
					}
					step := &Step{Values: []int{out, by}, Cells: []model.Var{v, w, a, b}, Houses: []int{link.house}}
					step.eliminate(f.seenByAll([]model.Var{v, w}, out), out)
					f.found(step)
				}
			}
		}
	}
}
