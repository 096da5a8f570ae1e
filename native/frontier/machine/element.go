package machine

import (
	"math"
	"slices"

	"qmsat/model"
	"qmsat/model/kinds"
)

func init() { register(newElement) }

// element remembers the values read that still matter: once the index is known, only the value of its variable; once the result
// is known, for each variable whether it has that value.
type element struct {
	constraint *kinds.Element
	lists      // by position: a value, or one of the following
}

// Lower than every value.
const (
	notRead = math.MinInt + iota
	differs // from the result
	gone    // its value does not matter
)

func newElement(c *kinds.Element, _ [][]int) Machine {
	m := &element{constraint: c}
	m.keep(slices.Repeat([]int{notRead}, len(c.Scope())))
	return m
}

func (m *element) Next(position, state, value int) (int, bool) {
	read := slices.Clone(m.States[state])
	read[position] = value
	c := m.constraint
	index, result := read[c.Index], read[c.Result]
	switch {
	case index == gone:
		read[position] = gone // the constraint is met
	case index != notRead:
		if index < 1 || index > len(c.Of) {
			return 0, false
		}
		v := c.Of[index-1]
		met := read[v] != notRead && result != notRead
		if met && read[v] != result {
			return 0, false
		}
		for other := range read {
			if met || model.Var(other) != v && model.Var(other) != c.Index && model.Var(other) != c.Result {
				read[other] = gone
			}
		}
	case result != notRead:
		for _, v := range c.Of {
			if read[v] != notRead && read[v] != result {
				read[v] = differs
			}
		}
	}
	return m.keep(read), true
}
