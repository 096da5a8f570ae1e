package kind

import (
	"slices"

	"qmsat/encode/formula"
	"qmsat/model"
)

func init() { formula.RegisterKind("extremum", encodeExtremum) }

// encodeExtremum uses the order literals of the variables. A maximum is at least a value if and only if one of the others is; a
// minimum is at most a value if and only if one of the others is. Variables with k values in all take up to 2k clauses, besides
// the clauses of the order literals.
func encodeExtremum(c *formula.Compiler, constraint *model.Extremum) error {
	reaches := beyond(c, constraint.Result, constraint.Max)
	values := slices.Collect(c.Map.Left(constraint.Result).All())
	some := make([][]formula.Literal, len(values)) // by value of the result: the result reaches it if and only if one of these does
	for _, v := range constraint.Of {
		own := beyond(c, v, constraint.Max)
		for value := range c.Map.Left(v).All() {
			c.AddSimplified([]formula.Literal{-own(value), reaches(value)})
		}
		for i, value := range values {
			if !c.Step() {
				return nil
			}
			some[i] = append(some[i], own(value))
		}
	}
	for i, value := range values {
		c.AddSimplified(append(some[i], -reaches(value)))
	}
	return nil
}

// beyond returns a function from values to literals. The literal says that the variable is at least the value, or at most the
// value if upwards is false.
func beyond(c *formula.Compiler, v model.Var, upwards bool) func(value int) formula.Literal {
	left, atLeast := c.Map.Left(v), c.OrderLiterals(v)
	return func(value int) formula.Literal {
		if upwards {
			below, _ := left.Index(value)
			return atLeast[below]
		}
		notAbove, _ := left.Index(value + 1)
		return -atLeast[notAbove]
	}
}
