package logic

import (
	"fmt"
	"slices"

	"qmsat/internal/stop"
	"qmsat/model"
)

func init() {
	register(&Technique{
		Name: "clue-pointing", Title: "Pointing by Clues", Group: groupConstraints, Order: 1240, Score: 80, Level: Hard, Rating: 3.2,
		find: cluePointing, Describe: noted, Of: func(c model.Constraint) bool { return len(c.Scope()) == 2 && c.Kind() != "all-different" },
	})
}

// clash says which values of another variable a value excludes, by value.
type clash struct {
	with   model.Var
	values []uint64
}

// addClashes notes, by variable, what constraints on two variables exclude.
func (b *Board) addClashes(watch *stop.Watch) {
	b.clashes = make([][]clash, len(b.domains))
	for _, g := range b.groups {
		if watch.Over(workPerConstraint) != nil {
			return
		}
		if len(g.vars) != 2 || len(g.cells) != 2 || g.filters == nil {
			continue
		}
		for side, v := range g.vars {
			c := clash{g.vars[1-side], make([]uint64, len(b.numbers))}
			whole := b.domains[c.with]
			for value := range bitsOf(b.domains[v]) {
				f := &filling{joint: g.joint, buffer: make([]uint64, 2)}
				f.level(0)[side], f.level(0)[1-side] = 1<<value, whole
				if c.values[value] = whole; f.propagate(f.masks[0]) {
					c.values[value] = whole &^ f.masks[0][1-side]
				}
			}
			b.clashes[v] = append(b.clashes[v], c)
		}
	}
}

// cluePointing finds values that clash with each place of another value in a full house, by clues on two cells or because the cells
// see each other.
func cluePointing(f *finder) {
	excluded := make([]uint64, len(f.candidates))
	shared := make([]uint64, len(f.candidates))
	for i, h := range f.eachFull() {
		for value := range bitsOf(h.values &^ f.placed[i]) {
			positions := *f.at(i, value)
			cells := h.cellsAt(positions)
			if f.done || len(cells) < 2 || !slices.ContainsFunc(cells, func(v model.Var) bool { return len(f.clashes[v]) > 0 }) {
				continue
			}
			copy(shared, f.candidates)
			for _, v := range cells {
				clear(excluded)
				excluded[v] = f.candidates[v] &^ (1 << value)
				for _, w := range f.seen[v] {
					excluded[w] |= 1 << value
				}
				for _, c := range f.clashes[v] {
					excluded[c.with] |= c.values[value]
				}
				for w := range shared {
					shared[w] &= excluded[w]
				}
			}
			step := &Step{Values: []int{value}, Cells: cells, Note: fmt.Sprintf("%d in %s", f.Number(value), h.Name)}
			for v, mask := range shared {
				step.eliminateFrom(model.Var(v), mask)
			}
			f.found(step)
		}
	}
}
