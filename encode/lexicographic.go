package encode

import "qmsat/model"

func init() { registerKind("lexicographic", encodeLexicographic) }

// encodeLexicographic writes a chain of variables, which say that the lists are equal so far: as long as they are, the next
// values are in order, in the literals of the order encoding. If no variable is repeated, unit propagation refutes each value that
// no solution has, once it is decided. It takes about 5 clauses for each pair of variables and value; all variables are determined.
//
// Source: the chain is that of Gent, Prosser and Smith, "A 0/1 encoding of the GACLex constraint for pairs of vectors", 2002, here
// in the literals of Tamura and others, 2009.
func encodeLexicographic(c *Compiler, constraint *model.Lexicographic) error {
	holds := True
	if constraint.If != nil {
		holds = c.disjunction(c.atomDisjuncts(nil, *constraint.If, true))
	}
	equal := True
	for i, x := range constraint.Smaller {
		y := constraint.Than[i]
		if x == y {
			continue
		}
		again := c.NewVariable() // the lists are equal up to these two
		c.AddSimplified([]Literal{-again, equal})
		c.ordered([]Literal{-again}, x, y, 0)
		c.ordered([]Literal{-again}, y, x, 0)
		c.ordered([]Literal{-holds, -equal}, x, y, 0)
		c.ordered([]Literal{-holds, -equal, again}, x, y, 1)
		if constraint.If != nil && !constraint.Half {
			c.ordered([]Literal{holds, -equal}, y, x, 0)
			c.ordered([]Literal{holds, -equal, again}, y, x, 1)
		} else if constraint.If != nil {
			for value := range c.Map.Left(x).All() {
				c.AddSimplified([]Literal{-equal, again, -c.Map.Literal(x, value), -c.Map.Literal(y, value)})
			}
		}
		equal = again
	}
	if constraint.Strict {
		c.AddSimplified([]Literal{-holds, -equal})
	} else if !constraint.Half {
		c.AddSimplified([]Literal{holds, -equal})
	}
	return nil
}

// ordered writes that a variable is at least as large as another, or that much larger, unless one of the literals is true.
func (c *Compiler) ordered(unless []Literal, smaller, larger model.Var, by int) {
	values := c.Map.Left(larger)
	from, to := c.orderLiterals(smaller), c.orderLiterals(larger)
	written, i := -1, 0
	for value := range c.Map.Left(smaller).All() {
		if !c.step() {
			return
		}
		if least, _ := values.Index(value + by); least > written {
			c.AddSimplified(append(unless[:len(unless):len(unless)], -from[i], to[least]))
			written = least
		}
		i++
	}
}
