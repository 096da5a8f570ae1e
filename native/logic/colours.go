package logic

import (
	"slices"

	"qmsat/model"
	"qmsat/native/bitset"
)

func init() {
	for _, t := range []*Technique{
		{Name: "simple-colours-trap", Title: "Simple Colors Trap", Group: "simple-colours", Order: 5330, Score: 150, find: coloursTrap},
		{Name: "simple-colours-wrap", Title: "Simple Colors Wrap", Group: "simple-colours", Order: 5331, Score: 150, find: coloursWrap},
		{Name: "multi-colours-1", Title: "Multi Colors 1", Group: "multi-colours", Order: 5360, Score: 200, find: multiColours1},
		{Name: "multi-colours-2", Title: "Multi Colors 2", Group: "multi-colours", Order: 5361, Score: 200, find: multiColours2},
	} {
		t.Level, t.Rating, t.Describe = Hard, 6.6, describeColours
		register(t)
	}
}

// coloursTrap finds cells that see both colours of a colouring: they lose the value.
func coloursTrap(f *finder) {
	for value := range f.eachValue() {
		for _, c := range f.colourings(value) {
			trapped := f.seenInBoth(value, c.seen[0], c.seen[1])
			trapped.Subtract(c.colours[0])
			trapped.Subtract(c.colours[1])
			step := colourStep(c)
			step.eliminate(trapped, value)
			f.found(step)
		}
	}
}

// coloursWrap finds a colour with two cells that see each other: all its cells lose the value.
func coloursWrap(f *finder) {
	for value := range f.eachValue() {
		for _, c := range f.colourings(value) {
			step := colourStep(c)
			for side, colour := range c.colours {
				if colour.Meets(c.seen[side]) {
					step.eliminate(colour, value)
				}
			}
			f.found(step)
		}
	}
}

// multiColours1 finds two colourings in which a colour of one sees a colour of the other. At least one of the other two colours
// holds, so a cell that sees both of these loses the value.
func multiColours1(f *finder) {
	f.colouringPairs(func(a, b *colouring) {
		step := colourStep(a, b)
		for sideA := range 2 {
			for sideB := range 2 {
				if a.colours[sideA].Meets(b.seen[sideB]) {
					step.eliminate(f.seenInBoth(a.value, a.seen[1-sideA], b.seen[1-sideB]), a.value)
				}
			}
		}
		f.found(step)
	})
}

// multiColours2 finds a colour that sees both colours of another colouring: it is false, so its cells lose the value.
func multiColours2(f *finder) {
	f.colouringPairs(func(a, b *colouring) {
		for _, pair := range [][2]*colouring{{a, b}, {b, a}} {
			step := colourStep(pair[0], pair[1])
			for side, colour := range pair[0].colours {
				if pair[1].colours[0].Meets(pair[0].seen[side]) && pair[1].colours[1].Meets(pair[0].seen[side]) {
					step.eliminate(colour, a.value)
				}
			}
			f.found(step)
		}
	})
}

// colouringPairs calls visit with each two colourings of a value.
func (f *finder) colouringPairs(visit func(a, b *colouring)) {
	for value := range f.eachValue() {
		list := f.colourings(value)
		for i, a := range list {
			for _, b := range list[i+1:] {
				visit(a, b)
			}
		}
	}
}

// seenInBoth returns the cells in both sets that have a candidate.
func (s *State) seenInBoth(value int, a, b bitset.Set) bitset.Set {
	both := slices.Clone(s.with(value))
	both.Intersect(both, a)
	both.Intersect(both, b)
	return both
}

// colouring is a set of cells that strong links of one value connect. In each solution the value is in all cells of one colour
// and in no cell of the other.
type colouring struct {
	value   int
	cells   [2][]model.Var // by colour
	colours [2]bitset.Set  // the same
	seen    [2]bitset.Set  // the cells that see a cell of a colour
}

// colourings returns the colourings of a value.
func (s *State) colourings(value int) []*colouring {
	links := s.strongLinks(value)
	coloured := s.newSet()
	var list []*colouring
	for _, first := range links {
		if coloured.Has(int(first.ends[0])) {
			continue
		}
		c := &colouring{value: value, colours: [2]bitset.Set{s.newSet(), s.newSet()}, seen: [2]bitset.Set{s.newSet(), s.newSet()}}
		var colour func(v model.Var, side int)
		colour = func(v model.Var, side int) {
			if c.colours[side].Has(int(v)) {
				return
			}
			coloured.Add(int(v))
			c.colours[side].Add(int(v))
			c.cells[side] = append(c.cells[side], v)
			c.seen[side].Unite(s.peers[v])
			for _, link := range links {
				for end, w := range link.ends {
					if w == v {
						colour(link.ends[1-end], 1-side)
					}
				}
			}
		}
		colour(first.ends[0], 0)
		list = append(list, c)
	}
	return list
}

// describeColours writes the value of a step, and the cells of each colour, which are the step's chains.
func describeColours(b *Board, s *Step) string {
	text := b.valueNames(s.Values, "")
	for i, colour := range s.Chains {
		switch {
		case i%2 == 0 && i > 0:
			text += ","
		case i%2 == 1:
			text += " /"
		}
		text += " (" + b.CellNames(colour[0].Cells) + ")"
	}
	return text
}

// colourStep returns a step from colourings. Each colour is a chain of one node; the second colour is off.
func colourStep(list ...*colouring) *Step {
	step := &Step{Values: []int{list[0].value}}
	for _, c := range list {
		for side, cells := range c.cells {
			step.Chains = append(step.Chains, []Link{{Cells: cells, Value: c.value, On: side == 0}})
		}
	}
	return step
}
