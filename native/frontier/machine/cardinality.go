package machine

import (
	"slices"

	"qmsat/model"
)

func init() { register(newCardinality) }

// cardinality remembers for each value how often it was read, as far as that matters, and its count if that is a variable that was
// read.
type cardinality struct {
	constraint *model.Cardinality
	counted    []bool // by position: whether its values are counted
	last       int
	lists      // the numbers of all values, then the counts
}

func newCardinality(c *model.Cardinality, values [][]int) Machine {
	m := &cardinality{constraint: c, counted: make([]bool, len(values)), last: len(values) - 1}
	for _, v := range c.Vars {
		m.counted[v] = true
	}
	m.keep(append(make([]int, len(c.Values)), slices.Repeat([]int{notRead}, len(c.Counts))...))
	return m
}

func (m *cardinality) Next(position, state, value int) (int, bool) {
	c, after := m.constraint, slices.Clone(m.States[state])
	times, counts := after[:len(c.Values)], after[len(c.Values):]
	for i, v := range c.Counts {
		if int(v) == position {
			counts[i] = value
		}
	}
	for i, own := range c.Values {
		if m.counted[position] && own == value {
			times[i]++
		}
		bounds := model.Range{Hi: len(c.Vars)}
		switch {
		case c.Counts == nil:
			bounds = c.Times[i]
		case counts[i] != notRead:
			bounds = model.Range{Lo: counts[i], Hi: counts[i]}
		}
		if times[i] > bounds.Hi || position == m.last && times[i] < bounds.Lo {
			return 0, false
		}
		if c.Counts == nil && bounds.Hi >= len(c.Vars) {
			times[i] = min(times[i], bounds.Lo)
		}
	}
	return m.keep(after), true
}
