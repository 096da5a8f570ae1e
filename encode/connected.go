package encode

import (
	"fmt"

	"qmsat/model"
)

func init() { registerKind("connected", encodeConnected) }

// encodeConnected writes a breadth-first search from the first chosen variable: for each number of steps, which variables it has
// reached. All chosen ones are reached after as many steps as there are others. That takes about as many clauses as edges times
// steps; their product may be at most maxTuples. All variables are determined.
func encodeConnected(c *Compiler, constraint *model.Connected) error {
	n := len(constraint.Vars)
	chosen, reached := make([]Literal, n), make([]Literal, n)
	earlier := False
	for i, v := range constraint.Vars {
		chosen[i] = c.disjunction(c.atomDisjuncts(nil, model.In{Var: v, Values: constraint.Values}, true))
		reached[i] = c.conjunction([]Literal{chosen[i], -earlier})
		earlier = c.disjunction([]Literal{earlier, chosen[i]})
	}
	steps := n - 1
	if size := constraint.Size; size != nil {
		c.AddSimplified([]Literal{c.atLeast(size.Lo, chosen, both)})
		c.AddSimplified([]Literal{c.atMost(size.Hi, chosen, both)})
		steps = max(0, min(steps, size.Hi-1))
	}
	neighbours := make([][]int, n)
	for _, edge := range constraint.Edges {
		neighbours[edge[0]] = append(neighbours[edge[0]], edge[1])
		neighbours[edge[1]] = append(neighbours[edge[1]], edge[0])
	}
	if n+len(constraint.Edges) > maxTuples/max(1, steps) {
		return fmt.Errorf("found %d variables and edges × %d steps, expected a product of at most %d", n+len(constraint.Edges), steps, maxTuples)
	}
	for range steps {
		next := make([]Literal, n)
		for i := range next {
			from := []Literal{reached[i]}
			for _, other := range neighbours[i] {
				from = append(from, reached[other])
			}
			next[i] = c.conjunction([]Literal{chosen[i], c.disjunction(from)})
		}
		reached = next
	}
	for i, l := range chosen {
		c.AddSimplified([]Literal{-l, reached[i]})
	}
	return nil
}
