package machine

import (
	"qmsat/model/kinds"
	"slices"
)

func init() { register(newPaths) }

// paths remembers the two ends of each path of successors: for the last node the first (Knuth's mates).
type paths struct {
	nodes []int // by position
	lists
}

// inner marks nodes that have a successor: no path ends there.
const inner = -1

func newPaths(c *kinds.Circuit, _ [][]int) Machine {
	n := len(c.Next)
	m := &paths{nodes: make([]int, n)}
	alone := make([]int, n)
	for node, position := range c.Next {
		m.nodes[position], alone[node] = node, node
	}
	m.keep(alone)
	return m
}

func (m *paths) Next(position, state, value int) (int, bool) {
	begins := slices.Clone(m.States[state])
	node, end := m.nodes[position], slices.Index(begins, value-1)
	if value < 1 || end < 0 || end == node && position < len(m.nodes)-1 {
		return 0, false
	}
	begins[end], begins[node] = begins[node], inner
	return m.keep(begins), true
}
