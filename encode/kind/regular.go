package kind

import (
	"fmt"
	"slices"

	"qmsat/encode/formula"
	"qmsat/model/kinds"
)

// Quimper and Walsh, Decomposing global grammar constraints, 2007; Bacchus, GAC via unit propagation, 2007.
func init() { formula.RegisterKind("regular", encodeRegular) }

// encodeRegular unrolls the automaton and writes that the values are a path of it. There is a layer of states for each value
// read; states that accept the same rest are merged. It fails if the automaton needs more than [formula.MaxEdges] edges.
func encodeRegular(c *formula.Compiler, constraint *kinds.Regular) error {
	graph := formula.NewLayered(c, constraint.Vars, formula.MaxEdges)
	unrolled := formula.States[int]{
		Layered: &graph,
		Settle: func(i, state int) (int, bool) {
			return state, i < len(constraint.Vars) || slices.Contains(constraint.Accepting, state)
		},
		Next: func(_, state, value int) (int, bool) {
			after := constraint.After(state, value)
			return after, after != 0
		},
	}
	switch root := unrolled.Build(0, constraint.Start); {
	case graph.Room < 0:
		return fmt.Errorf("%d states unrolled over %d variables have more than %d steps, the limit of this encoding",
			constraint.States, len(constraint.Vars), formula.MaxEdges)
	case root == formula.Nowhere:
		c.Add()
	default:
		graph.Write()
	}
	return nil
}
