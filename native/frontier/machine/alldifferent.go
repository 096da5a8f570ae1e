package machine

import "qmsat/model"

func init() { register(newAllDifferent) }

// AllDifferent is the kind of constraint for which a plan keeps the used values as a mask, unless it is in a cluster.
const AllDifferent = "all-different"

// allDifferent remembers the used values. There are at most as many as an int has bits besides its sign.
type allDifferent struct{ number map[int]int }

func newAllDifferent(_ *model.AllDifferent, values [][]int) Machine {
	m := &allDifferent{map[int]int{}}
	for _, list := range values {
		for _, value := range list {
			if _, known := m.number[value]; !known {
				m.number[value] = len(m.number)
			}
		}
	}
	return m
}

func (m *allDifferent) Start() int { return 0 }

func (m *allDifferent) Next(_, used, value int) (int, bool) {
	bit := 1 << m.number[value]
	return used | bit, used&bit == 0
}
