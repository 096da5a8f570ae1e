package machine

import "qmsat/model"

func init() { register(newDistinct) }

// AllDifferent is the kind of constraint for which a plan keeps the used values as a mask, unless it is in a cluster.
const AllDifferent = "all-different"

// distinct remembers the used values. There are at most as many as an int has bits besides its sign.
type distinct struct{ number map[int]int }

func newDistinct(_ *model.AllDifferent, values [][]int) Machine {
	m := &distinct{map[int]int{}}
	for _, list := range values {
		for _, value := range list {
			if _, known := m.number[value]; !known {
				m.number[value] = len(m.number)
			}
		}
	}
	return m
}

func (m *distinct) Start() int { return 0 }

func (m *distinct) Next(_, used, value int) (int, bool) {
	bit := 1 << m.number[value]
	return used | bit, used&bit == 0
}
