package logic

import (
	"fmt"
	"slices"
)

func init() {
	register(&Technique{
		Name: "als-xz", Title: "Almost Locked Set XZ-Rule", Order: 5700, Score: 300, Level: Unfair, Rating: 7.5, Chains: true,
		find: alsXZ, Describe: noted,
	})
}

// alsXZ finds two almost locked sets that share no cell and cannot both have a value X. At least one of them lacks X and so is
// locked. Therefore cells that see all positions of another common value Z in both sets lose Z. If
// the sets cannot share either of two values, each has one of these and is locked for its other values. Then a cell loses a value
// if it sees all of the value's positions in a set, or a restricted value's positions in both sets.
func alsXZ(f *finder) {
	sets := f.almostLockedSets()
	for i, a := range sets {
		if f.over() {
			return
		}
		for _, b := range sets[i+1:] {
			if f.done || count(a.values&b.values) < 2 || a.set.Meets(b.set) {
				continue
			}
			restricted := a.restricted(b)
			if restricted == 0 {
				continue
			}
			both := a.values & b.values
			if count(restricted) == 1 {
				both &^= restricted // a single restricted value may be in neither set
				if !a.seenWith(b, both) {
					continue
				}
			}
			step := &Step{Cells: slices.Concat(a.cells, b.cells)}
			if count(restricted) > 1 {
				step.locked(a, restricted)
				step.locked(b, restricted)
			}
			for value := range bitsOf(both) {
				seen := slices.Clone(a.seeing(value))
				seen.Intersect(seen, b.seeing(value))
				step.eliminate(seen, value)
			}
			if !step.effect() {
				continue
			}
			gone := uint64(0)
			for _, e := range step.Eliminations {
				gone |= 1 << e.Value
			}
			step.Values = slices.Collect(bitsOf(a.values | b.values))
			step.Note = fmt.Sprintf("A=%s, B=%s, X=%s, Z=%s", f.setName(a), f.setName(b), f.maskNames(restricted, ","), f.maskNames(gone, ","))
			f.foundSorted(step)
		}
	}
}

// seenWith reports whether some cell sees all places of one of the values in both sets.
func (a *almostLocked) seenWith(b *almostLocked, values uint64) bool {
	for value := range bitsOf(values) {
		if a.seeing(value).Meets(b.seeing(value)) {
			return true
		}
	}
	return false
}

// locked eliminates a value that a set must have from the cells that see all its positions.
func (s *Step) locked(a *almostLocked, restricted uint64) {
	for value := range bitsOf(a.values &^ restricted) {
		s.eliminate(a.seeing(value), value)
	}
}

// setName writes an almost locked set: "r1c25 {147}".
func (b *Board) setName(a *almostLocked) string {
	return b.CellNames(a.cells) + " {" + b.maskNames(a.values, "") + "}"
}

// maskNames writes the numbers of the values in a mask.
func (b *Board) maskNames(values uint64, separator string) string {
	return b.valueNames(slices.Collect(bitsOf(values)), separator)
}
