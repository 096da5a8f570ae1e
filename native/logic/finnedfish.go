package logic

import (
	"cmp"
	"slices"

	"qmsat/model"
)

func init() {
	for _, t := range []struct {
		Technique
		size    int
		sashimi bool
	}{
		{Technique{Name: "finned-x-wing", Title: "Finned X-Wing", Order: 4100, Score: 130, Level: Hard, Rating: 6.6}, 2, false},
		{Technique{Name: "sashimi-x-wing", Title: "Sashimi X-Wing", Order: 4200, Score: 150, Level: Hard, Rating: 6.6}, 2, true},
		{Technique{Name: "finned-swordfish", Title: "Finned Swordfish", Order: 4300, Score: 200, Level: Unfair, Rating: 8.0}, 3, false},
		{Technique{Name: "sashimi-swordfish", Title: "Sashimi Swordfish", Order: 4400, Score: 240, Level: Unfair, Rating: 8.0}, 3, true},
		{Technique{Name: "finned-jellyfish", Title: "Finned Jellyfish", Order: 4500, Score: 250, Level: Unfair, Rating: 8.0}, 4, false},
		{Technique{Name: "sashimi-jellyfish", Title: "Sashimi Jellyfish", Order: 4600, Score: 260, Level: Unfair, Rating: 8.0}, 4, true},
	} {
		technique := &t.Technique
		technique.Group, technique.Describe = "finned-fish", finnedFishPattern
		technique.find = func(f *finder) { (&finnedFish{State: f.State, finder: f, size: t.size, sashimi: t.sashimi}).find() }
		register(technique)
	}
}

// finnedFish finds equally many rows and columns such that the columns hold all positions of a value in these rows, except the
// fins. A cell that the fish without fins would eliminate, and that sees all fins, cannot have the value. In a sashimi fish some
// row has at most one position left without the fins. Rows and columns may be exchanged.
type finnedFish struct {
	*State
	finder      *finder
	size        int
	sashimi     bool
	steps       []*Step            // of a value, in one direction
	masks, rest [mostValues]uint64 // by base line: the value's positions, and those of them that the current cell does not see
}

// find yields the fish of a value in one direction, ordered by their lines as in HoDoKu.
func (f *finnedFish) find() {
	for value := range f.finder.eachValue() {
		for direction, base := range f.lines {
			f.linePositions(&f.masks, base, value)
			f.steps = f.steps[:0]
			for x := range f.with(value).All() {
				if len(base) == 0 || f.finder.over() {
					return
				}
				f.against(model.Var(x), value, base, f.lines[1-direction])
			}
			slices.SortFunc(f.steps, func(a, b *Step) int {
				return cmp.Or(slices.Compare(a.Houses, b.Houses), slices.Compare(a.Covers, b.Covers))
			})
			for _, step := range f.steps {
				f.finder.found(step)
			}
		}
	}
}

// against finds the fish that eliminate the value from a cell. The places of a base line that the cell does not see must be
// covered by lines other than the cell's.
func (f *finnedFish) against(x model.Var, value int, base, cover []int) {
	var usable, finned uint64
	own := 0 // the cover line of x
	for n, i := range cover {
		if f.Houses[i].has(x) {
			own = n
		}
	}
	for n, i := range base {
		h := &f.Houses[i]
		if f.masks[n] == 0 || h.has(x) {
			continue
		}
		f.rest[n] = f.masks[n] &^ f.seenIn[x][i]
		if count(f.rest[n]) < f.size {
			usable |= 1 << n
		}
		if f.masks[n]&^f.rest[n]&^(1<<own) != 0 {
			finned |= 1 << n
		}
	}
	if usable&finned == 0 {
		return
	}
	unions(f.rest[:len(base)], usable, f.size, f.size-1, func(chosen, union uint64) {
		covered, fins, sashimi := union|1<<own, false, false
		for n := range bitsOf(chosen) {
			fins = fins || f.masks[n]&^covered != 0
			sashimi = sashimi || count(f.masks[n]&covered) < 2
		}
		if count(union) < f.size-1 || !fins || sashimi != f.sashimi {
			return
		}
		step := &Step{Values: []int{value}}
		inBase := f.newSet()
		for n := range bitsOf(chosen) {
			h := &f.Houses[base[n]]
			step.Houses = append(step.Houses, base[n])
			step.Cells = append(step.Cells, h.cellsAt(f.masks[n]&covered)...)
			step.Fins = append(step.Fins, h.cellsAt(f.masks[n]&^covered)...)
			inBase.Unite(h.set)
		}
		seen := f.seenByAll(step.Fins, value)
		seen.Subtract(inBase)
		for n := range bitsOf(covered) {
			step.Covers = append(step.Covers, cover[n])
			for _, v := range f.Houses[cover[n]].Cells {
				if seen.Has(int(v)) {
					step.Eliminations = append(step.Eliminations, Candidate{v, value})
				}
			}
		}
		// The fish is found once for each cell that it eliminates; the first one reports it.
		if step.effect() && step.Eliminations[0].Cell == x {
			f.steps = append(f.steps, step)
		}
	})
}

// finnedFishPattern writes the fins after the fish: "4 r257 c579 fr7c8".
func finnedFishPattern(b *Board, s *Step) string {
	text := fishPattern(b, s)
	for _, fin := range s.Fins {
		text += " f" + b.Model.NameOf(fin)
	}
	return text
}
