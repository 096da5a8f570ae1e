package encode

import (
	"fmt"

	"qmsat/model"
)

func init() {
	registerKind("rule", func(c *Compiler, rule *model.Rule) error {
		c.rules(c, rule)
		return nil
	})
}

// assert writes that the formula has the given truth value. Conjunctions fall apart into clauses; inside a clause, what
// is no disjunction of literals becomes a gate. The direction, forward or both, is the one in which gates are tied to what
// they stand for where the formula holds with them; under a negation it turns around.
func (c *Compiler) assert(f model.Formula, truth bool, d direction) {
	switch f := f.(type) {
	case model.And:
		if truth {
			c.assertAll(f, true, d)
			return
		}
	case model.Or:
		if !truth {
			c.assertAll(f, false, d)
			return
		}
	case model.Not:
		c.assert(f.Of, !truth, d)
		return
	case model.Implies:
		if !truth {
			c.assert(f.If, true, d)
			c.assert(f.Then, false, d)
			return
		}
	case model.Count:
		if truth {
			for _, l := range c.bounds(f, d) {
				c.AddSimplified([]Literal{l})
			}
			return
		}
	}
	c.AddSimplified(c.disjuncts(nil, f, truth, d))
}

func (c *Compiler) assertAll(parts []model.Formula, truth bool, d direction) {
	for _, part := range parts {
		c.assert(part, truth, d)
	}
}

// disjuncts appends literals whose disjunction is tied to "the formula has the given truth value".
func (c *Compiler) disjuncts(literals []Literal, f model.Formula, truth bool, d direction) []Literal {
	switch f := f.(type) {
	case model.In:
		return c.atomDisjuncts(literals, f, truth)
	case model.Not:
		return c.disjuncts(literals, f.Of, !truth, d)
	case model.Implies:
		if truth {
			return c.disjuncts(c.disjuncts(literals, f.If, false, d), f.Then, true, d)
		}
		return append(literals, c.allOf([]Literal{c.literal(f.If, true, d), c.literal(f.Then, false, d)}, d))
	case model.And:
		return c.junctionDisjuncts(literals, f, truth, false, d)
	case model.Or:
		return c.junctionDisjuncts(literals, f, truth, true, d)
	case model.Count:
		return append(literals, c.literal(f, truth, d))
	}
	c.fail(fmt.Errorf("no clauses for formulas of type %T", f))
	return literals
}

// atomDisjuncts appends literals that say that a variable is in a set, or outside of it. Since it has exactly one value, "not in
// S" is "in one of the others". Where only one value is left that it must not have, the negation of that says it: a clause with
// that literal propagates what one with all the others would see only when all but one of them are gone.
func (c *Compiler) atomDisjuncts(literals []Literal, f model.In, truth bool) []Literal {
	left := c.Map.Left(f.Var)
	wanted, unwanted := left.Intersect(f.Values), left.Minus(f.Values)
	if !truth {
		wanted, unwanted = unwanted, wanted
	}
	switch {
	case unwanted.Empty():
		return append(literals, True)
	case unwanted.Size() == 1 && wanted.Size() > 1:
		return append(literals, -c.Map.Literal(f.Var, unwanted.Min()))
	}
	for value := range wanted.All() {
		literals = append(literals, c.Map.Literal(f.Var, value))
	}
	return literals
}

// junctionDisjuncts appends the disjuncts of an Or that is true or an And that is false, part by part, where kind is the
// truth value that a single part passes on; otherwise those of its gate.
func (c *Compiler) junctionDisjuncts(literals []Literal, parts []model.Formula, truth, kind bool, d direction) []Literal {
	if truth == kind {
		for _, part := range parts {
			literals = c.disjuncts(literals, part, truth, d)
		}
		return literals
	}
	return append(literals, c.allOf(c.literals(parts, truth, d), d))
}

// literal returns a literal tied to "the formula has the given truth value".
func (c *Compiler) literal(f model.Formula, truth bool, d direction) Literal {
	if !truth {
		return -c.literal(f, true, d.reverse())
	}
	if count, is := f.(model.Count); is {
		return c.allOf(c.bounds(count, d), d)
	}
	return c.anyOf(c.disjuncts(nil, f, true, d), d)
}

// bounds returns literals tied to "at most k parts are true", "at least k parts are true", or both. For both the parts are
// tied in both directions, each once, since one count goes up with them and the other down.
func (c *Compiler) bounds(f model.Count, d direction) []Literal {
	switch f.Kind {
	case model.AtMost:
		return []Literal{c.atMost(f.K, c.literals(f.Of, true, d.reverse()), d)}
	case model.AtLeast:
		return []Literal{c.atLeast(f.K, c.literals(f.Of, true, d), d)}
	}
	inputs := c.literals(f.Of, true, both)
	return []Literal{c.atMost(f.K, inputs, d), c.atLeast(f.K, inputs, d)}
}

func (c *Compiler) literals(parts []model.Formula, truth bool, d direction) []Literal {
	var literals []Literal
	for _, part := range parts {
		literals = append(literals, c.literal(part, truth, d))
	}
	return literals
}
