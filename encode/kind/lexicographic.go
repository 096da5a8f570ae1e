package kind

import (
	"qmsat/encode/formula"
	"qmsat/model"
	"qmsat/model/kinds"
)

func init() { formula.RegisterKind("lexicographic", encodeLexicographic) }

// encodeLexicographic writes a chain of variables, which say that the lists are equal so far: as long as they are, the next
// values are in order, in the literals of the order encoding. If no variable is repeated, unit propagation refutes each value that
// no solution has, once it is decided. It takes about 5 clauses for each pair of variables and value; all variables are determined.
//
// Source: the chain is that of Gent, Prosser and Smith, "A 0/1 encoding of the GACLex constraint for pairs of vectors", 2002, here
// in the literals of Tamura and others, 2009.
func encodeLexicographic(c *formula.Compiler, constraint *kinds.Lexicographic) error {
	holds := formula.True
	if constraint.If != nil {
		holds = atom(c, *constraint.If)
	}
	equal := formula.True
	for i, x := range constraint.Smaller {
		y := constraint.Than[i]
		if x == y {
			continue
		}
		again := c.NewVariable() // the lists are equal up to these two
		c.AddSimplified([]formula.Literal{-again, equal})
		ordered(c, []formula.Literal{-again}, x, y, 0)
		ordered(c, []formula.Literal{-again}, y, x, 0)
		ordered(c, []formula.Literal{-holds, -equal}, x, y, 0)
		ordered(c, []formula.Literal{-holds, -equal, again}, x, y, 1)
		if constraint.If != nil && !constraint.Half {
			ordered(c, []formula.Literal{holds, -equal}, y, x, 0)
			ordered(c, []formula.Literal{holds, -equal, again}, y, x, 1)
		} else if constraint.If != nil {
			for value := range c.Map.Left(x).All() {
				c.AddSimplified([]formula.Literal{-equal, again, -c.Map.Literal(x, value), -c.Map.Literal(y, value)})
			}
		}
		equal = again
	}
	if constraint.Strict {
		c.AddSimplified([]formula.Literal{-holds, -equal})
	} else if !constraint.Half {
		c.AddSimplified([]formula.Literal{holds, -equal})
	}
	return nil
}

// ordered writes that a variable is at least as large as another, or that much larger, unless one of the literals is true.
func ordered(c *formula.Compiler, unless []formula.Literal, smaller, larger model.Var, by int) {
	values := c.Map.Left(larger)
	from, to := c.OrderLiterals(smaller), c.OrderLiterals(larger)
	written, i := -1, 0
	for value := range c.Map.Left(smaller).All() {
		if !c.Step() {
			return
		}
		if least, _ := values.Index(value + by); least > written {
			c.AddSimplified(append(unless[:len(unless):len(unless)], -from[i], to[least]))
			written = least
		}
		i++
	}
}
