package kind

import (
	"fmt"

	"qmsat/encode/formula"
	"qmsat/model"
	"qmsat/model/kinds"
)

func init() { formula.RegisterKind("connected", encodeConnected) }

// encodeConnected writes a breadth-first search from the first chosen variable: for each number of steps, which variables it has
// reached. All chosen ones are reached after as many steps as there are others. That takes about as many clauses as edges times
// steps; their product may be at most [formula.MaxTuples]. All variables are determined.
func encodeConnected(c *formula.Compiler, constraint *kinds.Connected) error {
	n := len(constraint.Vars)
	chosen, reached := make([]formula.Literal, n), make([]formula.Literal, n)
	earlier := formula.False
	for i, v := range constraint.Vars {
		chosen[i] = atom(c, model.In{Var: v, Values: constraint.Values})
		reached[i] = c.And([]formula.Literal{chosen[i], -earlier})
		earlier = c.Or([]formula.Literal{earlier, chosen[i]})
	}
	steps := n - 1
	if size := constraint.Size; size != nil {
		c.AddSimplified([]formula.Literal{c.AtLeast(size.Lo, chosen, formula.Both)})
		c.AddSimplified([]formula.Literal{c.AtMost(size.Hi, chosen, formula.Both)})
		steps = max(0, min(steps, size.Hi-1))
	}
	neighbours := make([][]int, n)
	for _, edge := range constraint.Edges {
		neighbours[edge[0]] = append(neighbours[edge[0]], edge[1])
		neighbours[edge[1]] = append(neighbours[edge[1]], edge[0])
	}
	if n+len(constraint.Edges) > formula.MaxTuples/max(1, steps) {
		return fmt.Errorf("found %d variables and edges × %d steps, expected a product of at most %d", n+len(constraint.Edges), steps, formula.MaxTuples)
	}
	for range steps {
		next := make([]formula.Literal, n)
		for i := range next {
			from := []formula.Literal{reached[i]}
			for _, other := range neighbours[i] {
				from = append(from, reached[other])
			}
			next[i] = c.And([]formula.Literal{chosen[i], c.Or(from)})
		}
		reached = next
	}
	for i, l := range chosen {
		c.AddSimplified([]formula.Literal{-l, reached[i]})
	}
	return nil
}
