package encode

import (
	"fmt"

	"qmsat/model"
)

func init() {
	kindEncodings.register("rule", func(c *Compiler, _ int, constraint model.Constraint) error {
		rule, ok := constraint.(*model.Rule)
		if !ok {
			return fmt.Errorf("found %T, expected a rule", constraint)
		}
		c.assert(rule.Formula, true)
		return nil
	})
}

// assert writes that the formula has the given truth value. Conjunctions fall apart into clauses; inside a clause, what
// is no disjunction of literals becomes a gate.
func (c *Compiler) assert(f model.Formula, truth bool) {
	switch f := f.(type) {
	case model.And:
		if truth {
			c.assertAll(f, true)
			return
		}
	case model.Or:
		if !truth {
			c.assertAll(f, false)
			return
		}
	case model.Not:
		c.assert(f.Of, !truth)
		return
	case model.Implies:
		if !truth {
			c.assert(f.If, true)
			c.assert(f.Then, false)
			return
		}
	case model.Exactly:
		if truth {
			c.assert(model.AtMost(f), true)
			c.assert(model.AtLeast(f), true)
			return
		}
	}
	c.AddSimplified(c.disjuncts(nil, f, truth))
}

func (c *Compiler) assertAll(parts []model.Formula, truth bool) {
	for _, part := range parts {
		c.assert(part, truth)
	}
}

// disjuncts appends literals whose disjunction is true just where the formula has the given truth value.
func (c *Compiler) disjuncts(literals []Literal, f model.Formula, truth bool) []Literal {
	switch f := f.(type) {
	case model.In:
		// Since a variable has exactly one value, "not in S" is "in one of the others".
		left := c.Map.Left(f.Var)
		values := left.Intersect(f.Values)
		if !truth {
			values = left.Minus(f.Values)
		}
		if values.Size() == left.Size() {
			return append(literals, True)
		}
		for value := range values.All() {
			literals = append(literals, c.Map.Literal(f.Var, value))
		}
		return literals
	case model.Not:
		return c.disjuncts(literals, f.Of, !truth)
	case model.Implies:
		if truth {
			return c.disjuncts(c.disjuncts(literals, f.If, false), f.Then, true)
		}
		return append(literals, c.conjunction([]Literal{c.literal(f.If), -c.literal(f.Then)}))
	case model.And:
		return c.junctionDisjuncts(literals, f, truth, false)
	case model.Or:
		return c.junctionDisjuncts(literals, f, truth, true)
	}
	l := c.count(f)
	if !truth {
		l = -l
	}
	return append(literals, l)
}

// junctionDisjuncts appends the disjuncts of an Or that is true or an And that is false, part by part, where kind is the
// truth value that a single part passes on; otherwise those of its gate.
func (c *Compiler) junctionDisjuncts(literals []Literal, parts []model.Formula, truth, kind bool) []Literal {
	if truth == kind {
		for _, part := range parts {
			literals = c.disjuncts(literals, part, truth)
		}
		return literals
	}
	var inputs []Literal
	for _, part := range parts {
		l := c.literal(part)
		if !truth {
			l = -l
		}
		inputs = append(inputs, l)
	}
	return append(literals, c.conjunction(inputs))
}

// literal returns a literal that is true just where the formula is.
func (c *Compiler) literal(f model.Formula) Literal { return c.disjunction(c.disjuncts(nil, f, true)) }

// count returns a literal that is true just where a counting formula is.
func (c *Compiler) count(f model.Formula) Literal {
	switch f := f.(type) {
	case model.AtMost:
		return -c.moreThan(f.K, c.literals(f.Of))
	case model.AtLeast:
		return c.atLeast(f.K, c.literals(f.Of))
	case model.Exactly:
		inputs := c.literals(f.Of)
		return c.conjunction([]Literal{c.atLeast(f.K, inputs), -c.moreThan(f.K, inputs)})
	default:
		panic(fmt.Sprintf("encode: formula %T", f))
	}
}

func (c *Compiler) literals(parts []model.Formula) []Literal {
	var literals []Literal
	for _, part := range parts {
		literals = append(literals, c.literal(part))
	}
	return literals
}
