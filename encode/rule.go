package encode

import (
	"fmt"

	"qmsat/internal/lists"
	"qmsat/model"
)

func init() {
	registerKind("rule", func(c *Compiler, rule *model.Rule) error {
		c.rules.Write(c, rule)
		return nil
	})
}

// assert writes that the formula has the given truth value. Conjunctions become clauses; inside a clause, anything but a
// disjunction of literals becomes a gate. The direction, forward or both, says how gates are tied to their formulas; a negation
// reverses it.
func (c *Compiler) assert(f model.Formula, truth bool, d direction) {
	t := tallyOf(f)
	switch {
	case t.atom || !t.known:
	case t.all() && truth, t.any() && !truth:
		for _, part := range t.parts {
			c.assert(part, truth, d)
		}
		return
	case t.not():
		c.assert(t.parts[0], !truth, d)
		return
	case truth && !t.any():
		for _, l := range c.bounds(t, d) {
			c.AddSimplified([]Literal{l})
		}
		return
	}
	c.AddSimplified(c.disjuncts(nil, f, truth, d))
}

// tally requires that from lo to hi of a formula's parts are true. See [model.Tally].
type tally struct {
	parts       []model.Formula
	lo, hi      int
	atom, known bool
}

func tallyOf(f model.Formula) tally {
	parts, lo, hi, known := model.Tally(f)
	_, atom := model.AtomOf(f)
	return tally{parts, lo, hi, atom, known}
}

func (t tally) all() bool { return t.lo == len(t.parts) && t.hi >= t.lo }
func (t tally) any() bool { return t.lo == 1 && t.hi >= len(t.parts) }
func (t tally) not() bool { return t.lo == 0 && t.hi == 0 && len(t.parts) == 1 }

// disjuncts appends literals whose disjunction is tied to "the formula has the given truth value".
func (c *Compiler) disjuncts(literals []Literal, f model.Formula, truth bool, d direction) []Literal {
	if atom, is := model.AtomOf(f); is {
		return c.atomDisjuncts(literals, atom, truth)
	}
	t := tallyOf(f)
	switch {
	case !t.known:
		c.fail(fmt.Errorf("no clauses for formulas of type %T", f))
		return literals
	case t.not():
		return c.disjuncts(literals, t.parts[0], !truth, d)
	case t.any() && truth, t.all() && !truth:
		for _, part := range t.parts {
			literals = c.disjuncts(literals, part, truth, d)
		}
		return literals
	case t.all(), t.any():
		return append(literals, c.allOf(c.literals(t.parts, truth, d), d))
	case truth:
		return append(literals, c.allOf(c.bounds(t, d), d))
	default:
		return append(literals, -c.allOf(c.bounds(t, d.reverse()), d.reverse()))
	}
}

// atomDisjuncts appends literals that say that a variable is in a set, or is not. Since it has exactly one value, "not in S" is
// "in one of the others". If only one value is excluded, the negated literal of that value says it, and propagates earlier: a
// clause with all the other literals would act only when all but one of them are false.
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

// literal returns a literal tied to "the formula has the given truth value".
func (c *Compiler) literal(f model.Formula, truth bool, d direction) Literal {
	if !truth {
		return -c.literal(f, true, d.reverse())
	}
	return c.anyOf(c.disjuncts(nil, f, true, d), d)
}

// bounds returns literals tied to "at most k parts are true", "at least k parts are true", or both. For both, the parts are tied
// in both directions, since one count grows with them and the other shrinks.
func (c *Compiler) bounds(t tally, d direction) []Literal {
	switch {
	case t.lo <= 0:
		return []Literal{c.atMost(t.hi, c.literals(t.parts, true, d.reverse()), d)}
	case t.hi >= len(t.parts):
		return []Literal{c.atLeast(t.lo, c.literals(t.parts, true, d), d)}
	}
	inputs := c.literals(t.parts, true, both)
	return []Literal{c.atMost(t.hi, inputs, d), c.atLeast(t.lo, inputs, d)}
}

func (c *Compiler) literals(parts []model.Formula, truth bool, d direction) []Literal {
	return lists.Map(parts, func(part model.Formula) Literal { return c.literal(part, truth, d) })
}
