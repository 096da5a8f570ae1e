package machine

import (
	"fmt"

	"qmsat/model"
)

func init() { register(newTrie) }

// trie remembers the tuples that begin with the values read.
type trie struct {
	last      int
	forbidden bool
	children  map[edge]int
}

type edge struct{ node, value int }

// outside is the state if no forbidden tuple begins with the values read.
const outside = -1

func newTrie(c *model.Table, _ [][]int) Machine {
	m := &trie{len(c.Vars) - 1, c.Forbidden, map[edge]int{}}
	columns := make([]int, len(c.Vars))
	for i, v := range c.Vars {
		columns[v] = i
	}
	for _, tuple := range c.Tuples {
		node := 0
		for _, column := range columns {
			e := edge{node, tuple[column]}
			child, known := m.children[e]
			if !known {
				child = len(m.children) + 1
				m.children[e] = child
			}
			node = child
		}
	}
	return m
}

// maxPairs is the most pairs of values for which a product or a quotient is read as a table.
const maxPairs = 1 << 20

// decided returns the table of a constraint in which two variables decide the others.
func decided(c model.Decided, values [][]int) (*model.Table, error) {
	x, y := c.Deciding()
	if a, b := len(values[x]), len(values[y]); a > maxPairs/max(b, 1) {
		return nil, fmt.Errorf("two variables of %d and %d values decide the others, expected at most %d pairs of values", a, b, maxPairs)
	}
	domains := make([]model.Domain, len(values))
	for v := range domains {
		domains[v] = model.Values(values[v]...)
	}
	return c.Table(func(v model.Var) model.Domain { return domains[v] }), nil
}

func (m *trie) Start() int { return 0 }

func (m *trie) Next(position, node, value int) (int, bool) {
	child, on := m.children[edge{node, value}]
	switch {
	case !m.forbidden:
		return child, on
	case node == outside || !on:
		return outside, true
	default:
		return child, position < m.last
	}
}
