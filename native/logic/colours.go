package logic

import (
	"qmsat/model"
	"qmsat/native/bitset"
)

// colouring is a set of cells that strong links of one value connect. In each solution the value is in all cells of one colour, and in
// none of the other.
type colouring struct {
	value   int
	cells   [2][]model.Var // by colour
	colours [2]bitset.Set  // the same
	seen    [2]bitset.Set  // the cells that see some cell of a colour
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

// clashes reports whether two cells of a colour see each other, so that it is the false one.
func (c *colouring) clashes(side int) bool { return c.colours[side].Meets(c.seen[side]) }

// describeColours writes the value and the cells of each colour of a step, whose chains they are.
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

// colourStep returns a step that rests on colourings. Each of their colours is a chain of one node, the second one off.
func colourStep(technique string, list ...*colouring) *Step {
	step := &Step{Technique: techniques.Entries[technique], Values: []int{list[0].value}}
	for _, c := range list {
		for side, cells := range c.cells {
			step.Chains = append(step.Chains, []Link{{Cells: cells, Value: c.value, On: side == 0}})
		}
	}
	return step
}
