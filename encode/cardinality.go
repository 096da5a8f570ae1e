package encode

import (
	"qmsat/internal/lists"
	"qmsat/model"
)

func init() { registerKind("count", encodeCardinality) }

// encodeCardinality counts the variables with each value by gates, up to the highest number that matters: about as many gates as
// variables times that number. All of them are determined.
func encodeCardinality(c *Compiler, constraint *model.Cardinality) error {
	n := len(constraint.Vars)
	for i, value := range constraint.Values {
		literals := lists.Map(constraint.Vars, func(v model.Var) Literal { return c.Map.Literal(v, value) })
		if constraint.Counts == nil {
			times := constraint.Times[i]
			c.AddSimplified([]Literal{c.atLeast(times.Lo, literals, both)})
			c.AddSimplified([]Literal{c.atMost(times.Hi, literals, both)})
			continue
		}
		count := constraint.Counts[i]
		for number := range c.Map.Left(count).All() {
			if !c.step() {
				return nil
			}
			is := c.Map.Literal(count, number)
			if number < 0 || number > n {
				c.AddSimplified([]Literal{-is})
				continue
			}
			c.AddSimplified([]Literal{-is, c.atLeast(number, literals, both)})
			c.AddSimplified([]Literal{-is, c.atMost(number, literals, both)})
		}
	}
	return nil
}
