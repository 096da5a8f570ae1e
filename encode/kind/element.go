package kind

import (
	"qmsat/encode/formula"
	"qmsat/model/kinds"
)

func init() { formula.RegisterKind("element", encodeElement) }

// encodeElement writes for each value of the index that the result equals the variable there: a clause for each value of either.
// If the index is open, each value of the result needs an index whose variable may have that value. Size: a list of n variables
// with d values makes 2·n·d clauses of three literals, and d clauses of up to n+1 literals; a constant makes one clause instead
// of 2·d.
func encodeElement(c *formula.Compiler, constraint *kinds.Element) error {
	result := constraint.Result
	supports := map[int][]formula.Literal{}
	for index := range c.Map.Left(constraint.Index).All() {
		at := c.Map.Literal(constraint.Index, index)
		if index < 1 || index > len(constraint.Of) {
			c.AddSimplified([]formula.Literal{-at})
			continue
		}
		v := constraint.Of[index-1]
		for value := range c.Map.Left(v).All() {
			there := c.Map.Literal(v, value)
			c.AddSimplified([]formula.Literal{-at, -there, c.Map.Literal(result, value)})
			supports[value] = append(supports[value], at)
			if !c.Step() {
				return nil
			}
		}
		if c.Map.Left(v).Size() == 1 {
			continue // the result has one value
		}
		for value := range c.Map.Left(result).All() {
			c.AddSimplified([]formula.Literal{-at, -c.Map.Literal(result, value), c.Map.Literal(v, value)})
		}
	}
	for value := range c.Map.Left(result).All() {
		if !c.Step() {
			return nil
		}
		c.AddSimplified(append(supports[value], -c.Map.Literal(result, value)))
	}
	return nil
}
