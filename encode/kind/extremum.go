package kind

import (
	"slices"

	"qmsat/encode/formula"
	"qmsat/model"
	"qmsat/model/kinds"
)

func init() { formula.RegisterKind("extremum", encodeExtremum) }

// encodeExtremum uses the order literals of the variables. A maximum is at least a value if and only if one of the others is; a
// minimum is at most a value if and only if one of the others is. Variables with k values in all take up to 2k clauses, besides
// the clauses of the order literals.
func encodeExtremum(c *formula.Compiler, constraint *kinds.Extremum) error {
	beyond := func(v model.Var, value int) formula.Literal { // v is at least the value, or at most for a minimum
		if constraint.Max {
			return c.Reaches(v, value)
		}
		return -c.Reaches(v, value+1)
	}
	c.OrderLiterals(constraint.Result) // before those of the others
	values := slices.Collect(c.Map.Left(constraint.Result).All())
	some := make([][]formula.Literal, len(values)) // by value of the result: the result reaches it if and only if one of these does
	for _, v := range constraint.Of {
		for value := range c.Map.Left(v).All() {
			c.AddSimplified([]formula.Literal{-beyond(v, value), beyond(constraint.Result, value)})
		}
		for i, value := range values {
			if !c.Step() {
				return nil
			}
			some[i] = append(some[i], beyond(v, value))
		}
	}
	for i, value := range values {
		c.AddSimplified(append(some[i], -beyond(constraint.Result, value)))
	}
	return nil
}
