package machine

import (
	"math"
	"qmsat/model/kinds"
)

func init() { register(newExtremum) }

// extremum remembers the best value so far; once the result has a value, whether some variable equals it.
type extremum struct {
	of     []bool // by position: the variable is compared
	result int    // position of the result
	sign   int    // -1 if small values are better
	last   int
	Numbered[extremumState, extremumState]
}

// extremumState holds values multiplied by the sign.
type extremumState struct {
	best   int // math.MinInt if none was compared
	result int
	known  bool // the result has a value
}

func newExtremum(c *kinds.Extremum, _ [][]int) Machine {
	last := len(c.Scope()) - 1
	m := &extremum{of: make([]bool, last+1), result: int(c.Result), sign: -1, last: last}
	if c.Max {
		m.sign = 1
	}
	for _, v := range c.Of {
		m.of[v] = true
	}
	m.keep(extremumState{best: math.MinInt})
	return m
}

func (m *extremum) keep(s extremumState) int {
	if s.known && s.best < s.result {
		s.best = math.MinInt
	}
	return m.Number(s, s)
}

func (m *extremum) Next(position, state, value int) (int, bool) {
	s := m.States[state]
	if position == m.result {
		s.result, s.known = m.sign*value, true
	}
	if m.of[position] {
		s.best = max(s.best, m.sign*value)
	}
	if s.known && s.best > s.result || position == m.last && s.best < s.result {
		return 0, false
	}
	return m.keep(s), true
}
