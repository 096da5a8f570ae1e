package machine

import (
	"qmsat/model/kinds"
	"slices"
)

func init() { register(newConnected) }

// connected remembers the parts that the chosen variables read so far form, as far as they can still grow. A state lists the number
// of chosen variables, whether a part can grow no more, and by position the number of its part, or none.
type connected struct {
	constraint *kinds.Connected
	neighbours [][]int // by position
	lists
}

const (
	chosenCount = iota
	closed
	firstPart // the entry of the first position
	none      = -1
)

func newConnected(c *kinds.Connected, values [][]int) Machine {
	m := &connected{constraint: c, neighbours: make([][]int, len(values))}
	for _, edge := range c.Edges {
		from, to := int(c.Vars[edge[0]]), int(c.Vars[edge[1]])
		m.neighbours[from] = append(m.neighbours[from], to)
		m.neighbours[to] = append(m.neighbours[to], from)
	}
	m.keep(append([]int{0, 0}, slices.Repeat([]int{none}, len(values))...))
	return m
}

func (m *connected) Next(position, state, value int) (int, bool) {
	after := slices.Clone(m.States[state])
	part := after[firstPart:]
	if m.constraint.Values.Contains(value) {
		after[chosenCount]++
		if after[closed] > 0 || m.constraint.Size != nil && after[chosenCount] > m.constraint.Size.Hi {
			return 0, false
		}
		fresh := len(part) + 1
		part[position] = fresh
		for _, other := range m.neighbours[position] {
			if joined := part[other]; joined != none {
				for i := range part {
					if part[i] == joined {
						part[i] = fresh
					}
				}
			}
		}
	}
	if !m.close(after, position) {
		return 0, false
	}
	switch size := m.constraint.Size; {
	case size == nil:
		after[chosenCount] = 0
	case position == len(part)-1 && after[chosenCount] < size.Lo:
		return 0, false
	}
	return m.keep(after), true
}

// close forgets the variables without neighbours to be read. It reports false if a part can grow no more and is not the only one.
func (m *connected) close(state []int, position int) bool {
	part := state[firstPart:]
	before := map[int]int{} // by part: its variables that can still grow
	for i, number := range part {
		if number == none {
			continue
		}
		before[number] += 0
		if slices.ContainsFunc(m.neighbours[i], func(other int) bool { return other > position }) {
			before[number]++
		}
	}
	for i, number := range part {
		if number != none && !slices.ContainsFunc(m.neighbours[i], func(other int) bool { return other > position }) {
			part[i] = none
		}
	}
	for _, left := range before {
		if left == 0 {
			if len(before) > 1 {
				return false
			}
			state[closed] = 1
		}
	}
	renumber := map[int]int{none: none}
	for i, number := range part {
		if _, known := renumber[number]; !known {
			renumber[number] = len(renumber)
		}
		part[i] = renumber[number]
	}
	return true
}
