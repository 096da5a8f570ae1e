package logic

import (
	"context"
	"fmt"
	"slices"
)

func init() {
	register(&Technique{
		Name: "als-xz", Title: "Almost Locked Set XZ-Rule", Order: 5700, Score: 300, Level: Unfair, Rating: 7.5, Chains: true,
		Find: alsXZ, Describe: func(b *Board, s *Step) string { return s.Note },
	})
}

// alsXZ finds two almost locked sets that share no cell and cannot both have a value X: one of them is locked without it, so that
// another common value Z goes from all that see it in both. Where they cannot share two values, each has one of these, and is locked
// for all its other values: what sees all places of such a value goes, and what sees a restricted value in both sets.
func alsXZ(ctx context.Context, s *State, yield func(*Step) bool) {
	sets := s.almostLockedSets(ctx)
	for i, a := range sets {
		if s.ended(ctx) {
			return
		}
		for _, b := range sets[i+1:] {
			if count(a.values&b.values) < 2 || a.set.Meets(b.set) {
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
			step := &Step{Technique: techniques.Entries["als-xz"], Cells: slices.Concat(a.cells, b.cells)}
			if count(restricted) > 1 {
				s.locked(step, a, restricted)
				s.locked(step, b, restricted)
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
			step.Note = fmt.Sprintf("A=%s, B=%s, X=%s, Z=%s", s.setName(a), s.setName(b), s.valueNames(slices.Collect(bitsOf(restricted)), ","),
				s.valueNames(slices.Collect(bitsOf(gone)), ","))
			if !yield(step) {
				return
			}
		}
	}
}

// seenWith reports whether some cell sees one of the values in both sets.
func (a *almostLocked) seenWith(b *almostLocked, values uint64) bool {
	for value := range bitsOf(values) {
		if a.seeing(value).Meets(b.seeing(value)) {
			return true
		}
	}
	return false
}

// locked eliminates what sees all places of a value that a set must have.
func (s *State) locked(step *Step, a *almostLocked, restricted uint64) {
	for value := range bitsOf(a.values &^ restricted) {
		step.eliminate(a.seeing(value), value)
	}
}

// setName writes an almost locked set: "r1c25 {147}".
func (s *State) setName(a *almostLocked) string {
	return s.CellNames(a.cells) + " {" + s.valueNames(slices.Collect(bitsOf(a.values)), "") + "}"
}
