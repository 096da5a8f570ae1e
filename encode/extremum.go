package encode

import (
	"slices"

	"qmsat/model"
)

func init() { registerKind("extremum", encodeExtremum) }

// encodeExtremum uses the order literals of the variables. It writes that a largest result is at least a value if and only if
// one of the others is, and that a smallest result is at most a value likewise. Variables of k values in all take up to 2k
// clauses, and those of the order literals.
func encodeExtremum(c *Compiler, constraint *model.Extremum) error {
	beyond := c.beyond(constraint.Result, constraint.Max)
	values := slices.Collect(c.Map.Left(constraint.Result).All())
	some := make([][]Literal, len(values)) // by value of the result: one of these literals is true if the result is there or beyond
	for _, v := range constraint.Of {
		own := c.beyond(v, constraint.Max)
		for value := range c.Map.Left(v).All() {
			c.AddSimplified([]Literal{-own(value), beyond(value)})
		}
		for i, value := range values {
			if !c.step() {
				return nil
			}
			some[i] = append(some[i], own(value))
		}
	}
	for i, value := range values {
		c.AddSimplified(append(some[i], -beyond(value)))
	}
	return nil
}

// beyond returns a function from values to literals: a variable is at the value or above it, or, without upwards, at the
// value or below it.
func (c *Compiler) beyond(v model.Var, upwards bool) func(value int) Literal {
	left, atLeast := c.Map.Left(v), c.orderLiterals(v)
	return func(value int) Literal {
		if upwards {
			below, _ := left.Index(value)
			return atLeast[below]
		}
		notAbove, _ := left.Index(value + 1)
		return -atLeast[notAbove]
	}
}
