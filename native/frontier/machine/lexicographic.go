package machine

import (
	"cmp"
	"slices"

	"qmsat/model"
	"qmsat/model/kinds"
)

func init() { register(newLexicographic) }

// lexicographic remembers the values of pairs that were read in part, how the others compare, and the condition. It forgets what
// follows the first pair that differs.
type lexicographic struct {
	constraint *kinds.Lexicographic
	lists      // the values of the first pair, of the second one, and so on; then 1 or 0 for the condition
}

func newLexicographic(c *kinds.Lexicographic, _ [][]int) Machine {
	m := &lexicographic{constraint: c}
	first := slices.Repeat([]int{notRead}, 2*len(c.Smaller)+1)
	if c.If == nil {
		first[len(first)-1] = 1
	}
	m.keep(first)
	return m
}

func (m *lexicographic) Next(position, state, value int) (int, bool) {
	c, s := m.constraint, slices.Clone(m.States[state])
	pairs, condition := s[:len(s)-1], &s[len(s)-1]
	if c.If != nil && int(c.If.Var) == position {
		*condition = 0
		if c.If.Values.Contains(value) {
			*condition = 1
		}
	}
	order, open := 0, false
	for i := range c.Smaller {
		pair := pairs[2*i : 2*i+2]
		for side, v := range []model.Var{c.Smaller[i], c.Than[i]} {
			if int(v) == position {
				pair[side] = value
			}
		}
		switch {
		case order != 0:
			pair[0], pair[1] = 0, 0
		case slices.Contains(pair, notRead):
			open = true
		default:
			order = cmp.Compare(pair[0], pair[1])
			pair[0], pair[1] = order, 0
		}
	}
	if c.Half && *condition == 0 {
		order, open = -1, false // or any other order
	}
	if open {
		return m.keep(s), true
	}
	clear(pairs)
	met := 0
	if pairs[0] = 1; order < 0 || order == 0 && !c.Strict {
		pairs[0], met = -1, 1
	}
	return m.keep(s), *condition == notRead || met == *condition || c.Half && met == 1
}
