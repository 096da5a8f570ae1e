package encode

import (
	"fmt"

	"qmsat/model"
)

// Quimper and Walsh, Decomposing global grammar constraints, 2007; Bacchus, GAC via unit propagation, 2007.
func init() { registerKind("regular", encodeRegular) }

// encodeRegular writes that the values are a path of the automaton, unrolled: a layer of states for each value read, of which those
// that the same values take to acceptance are one. An automaton of more than maxEdges edges is an error.
func encodeRegular(c *Compiler, constraint *model.Regular) error {
	u := unrolled{layered: newLayered(c, constraint.Vars, maxEdges), constraint: constraint, accepting: make([]bool, constraint.States+1)}
	for _, state := range constraint.Accepting {
		u.accepting[state] = true
	}
	for range constraint.Vars {
		u.byState = append(u.byState, map[int]int{})
	}
	root := nowhere
	if u.room >= 0 {
		root = u.build(0, constraint.Start)
	}
	switch {
	case u.room < 0:
		return fmt.Errorf("%d states, unrolled over %d values, have more than %d steps, the most that are encoded",
			constraint.States, len(constraint.Vars), maxEdges)
	case root == nowhere:
		c.Add()
	default:
		u.write()
	}
	return nil
}

// unrolled is an automaton with a layer of states for each value read.
type unrolled struct {
	layered
	constraint *model.Regular
	accepting  []bool
	byState    []map[int]int // by layer: the node
}

// build returns the node of a state before a layer's value is read, or nowhere where nothing leads from it to acceptance.
func (u *unrolled) build(i, state int) int {
	switch {
	case state == 0 || i == len(u.vars) && !u.accepting[state]:
		return nowhere
	case i == len(u.vars):
		return 0
	}
	node, known := u.byState[i][state]
	if !known {
		node = u.node(i, func(value int) int { return u.build(i+1, u.constraint.After(state, value)) })
		u.byState[i][state] = node
	}
	return node
}
