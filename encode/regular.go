package encode

import (
	"fmt"
	"slices"

	"qmsat/model"
)

// Quimper and Walsh, Decomposing global grammar constraints, 2007; Bacchus, GAC via unit propagation, 2007.
func init() { registerKind("regular", encodeRegular) }

// encodeRegular unrolls the automaton and writes that the values are a path of it. There is a layer of states for each value
// read; states that accept the same rest are merged. It fails if the automaton needs more than maxEdges edges.
func encodeRegular(c *Compiler, constraint *model.Regular) error {
	graph := newLayered(c, constraint.Vars, maxEdges)
	unrolled := states[int]{
		layered: &graph,
		settle: func(i, state int) (int, bool) {
			return state, i < len(constraint.Vars) || slices.Contains(constraint.Accepting, state)
		},
		next: func(_, state, value int) (int, bool) {
			after := constraint.After(state, value)
			return after, after != 0
		},
	}
	switch root := unrolled.build(0, constraint.Start); {
	case graph.room < 0:
		return fmt.Errorf("%d states unrolled over %d variables have more than %d steps, the limit of this encoding",
			constraint.States, len(constraint.Vars), maxEdges)
	case root == nowhere:
		c.Add()
	default:
		graph.write()
	}
	return nil
}
