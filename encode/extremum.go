package encode

import (
	"slices"

	"qmsat/model"
)

func init() { registerKind("extremum", encodeExtremum) }

// encodeExtremum writes, over the order literals of the variables, that the result is at least a value if and only if one of
// the others is: of a smallest result that it is at most so. Variables of k values between them make up to 2k clauses, and
// those of the order literals.
func encodeExtremum(c *Compiler, constraint *model.Extremum) error {
	beyond := c.beyond(constraint.Result, constraint.Max)
	values := slices.Collect(c.Map.Left(constraint.Result).All())
	some := make([][]Literal, len(values)) // by value of the result: literals of which one is true if it is there or beyond
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

// beyond returns what gives, of a value, the literal that says that a variable is there or above it; or below it, if upwards
// is not set.
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
