package machine

import (
	"slices"

	"qmsat/model"
)

func init() { register(newAllDifferent) }

// AllDifferent is the kind of constraint for which a plan keeps the used values as a mask, unless it is in a cluster.
const AllDifferent = "all-different"

// allDifferent remembers the used values among those that several positions may have.
type allDifferent struct {
	number map[int]int // by such a value; of others -1
	lists              // a bit a value, in words
}

// bitsPerWord leaves out the sign.
const bitsPerWord = 63

func newAllDifferent(_ *model.AllDifferent, values [][]int) Machine {
	m, shared := &allDifferent{number: map[int]int{}}, 0
	for _, list := range values {
		for _, value := range list {
			if number, known := m.number[value]; !known {
				m.number[value] = -1
			} else if number < 0 {
				m.number[value] = shared
				shared++
			}
		}
	}
	m.keep(make([]int, (shared+bitsPerWord-1)/bitsPerWord))
	return m
}

func (m *allDifferent) Next(_, state, value int) (int, bool) {
	number := m.number[value]
	if number < 0 {
		return state, true
	}
	word, bit := number/bitsPerWord, 1<<(number%bitsPerWord)
	if m.States[state][word]&bit != 0 {
		return state, false
	}
	used := slices.Clone(m.States[state])
	used[word] |= bit
	return m.keep(used), true
}
