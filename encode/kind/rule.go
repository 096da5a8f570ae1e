package kind

import (
	"fmt"

	"qmsat/encode/formula"
	"qmsat/internal/lists"
	"qmsat/model"
)

func init() {
	formula.RegisterKind("rule", func(c *formula.Compiler, rule *model.Rule) error {
		c.Rules.Write(c, rule)
		return nil
	})
}

// assert writes that the formula has the given truth value. Conjunctions become clauses; inside a clause, anything but a
// disjunction of literals becomes a gate. The direction, forward or both, says how gates are tied to their formulas; a negation
// reverses it.
func assert(c *formula.Compiler, f model.Formula, truth bool, d formula.Direction) {
	t := tallyOf(f)
	switch {
	case t.atom || !t.known:
	case t.all() && truth, t.any() && !truth:
		for _, part := range t.parts {
			assert(c, part, truth, d)
		}
		return
	case t.not():
		assert(c, t.parts[0], !truth, d)
		return
	case truth && !t.any():
		for _, l := range countBounds(c, t, d) {
			c.AddSimplified([]formula.Literal{l})
		}
		return
	}
	c.AddSimplified(disjuncts(c, nil, f, truth, d))
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
func disjuncts(c *formula.Compiler, literals []formula.Literal, f model.Formula, truth bool, d formula.Direction) []formula.Literal {
	if atom, is := model.AtomOf(f); is {
		return atomDisjuncts(c, literals, atom, truth)
	}
	t := tallyOf(f)
	switch {
	case !t.known:
		c.Fail(fmt.Errorf("no clauses for formulas of type %T", f))
		return literals
	case t.not():
		return disjuncts(c, literals, t.parts[0], !truth, d)
	case t.any() && truth, t.all() && !truth:
		for _, part := range t.parts {
			literals = disjuncts(c, literals, part, truth, d)
		}
		return literals
	case t.all(), t.any():
		return append(literals, c.AllOf(literalsOf(c, t.parts, truth, d), d))
	case truth:
		return append(literals, c.AllOf(countBounds(c, t, d), d))
	default:
		return append(literals, -c.AllOf(countBounds(c, t, d.Reverse()), d.Reverse()))
	}
}

// atomDisjuncts appends literals that say that a variable is in a set, or is not. Since it has exactly one value, "not in S" is
// "in one of the others". If only one value is excluded, the negated literal of that value says it, and propagates earlier: a
// clause with all the other literals would act only when all but one of them are false.
func atomDisjuncts(c *formula.Compiler, literals []formula.Literal, f model.In, truth bool) []formula.Literal {
	left := c.Map.Left(f.Var)
	wanted, unwanted := left.Intersect(f.Values), left.Minus(f.Values)
	if !truth {
		wanted, unwanted = unwanted, wanted
	}
	switch {
	case unwanted.Empty():
		return append(literals, formula.True)
	case unwanted.Size() == 1 && wanted.Size() > 1:
		return append(literals, -c.Map.Literal(f.Var, unwanted.Min()))
	}
	for value := range wanted.All() {
		literals = append(literals, c.Map.Literal(f.Var, value))
	}
	return literals
}

// atom returns a literal that is true if and only if a variable is in a set.
func atom(c *formula.Compiler, in model.In) formula.Literal {
	return c.Or(atomDisjuncts(c, nil, in, true))
}

// literalOf returns a literal tied to "the formula has the given truth value".
func literalOf(c *formula.Compiler, f model.Formula, truth bool, d formula.Direction) formula.Literal {
	if !truth {
		return -literalOf(c, f, true, d.Reverse())
	}
	return c.AnyOf(disjuncts(c, nil, f, true, d), d)
}

// countBounds returns literals tied to "at most k parts are true", "at least k parts are true", or both. For both, the parts are tied
// in both directions, since one count grows with them and the other shrinks.
func countBounds(c *formula.Compiler, t tally, d formula.Direction) []formula.Literal {
	switch {
	case t.lo <= 0:
		return []formula.Literal{c.AtMost(t.hi, literalsOf(c, t.parts, true, d.Reverse()), d)}
	case t.hi >= len(t.parts):
		return []formula.Literal{c.AtLeast(t.lo, literalsOf(c, t.parts, true, d), d)}
	}
	inputs := literalsOf(c, t.parts, true, formula.Both)
	return []formula.Literal{c.AtMost(t.hi, inputs, d), c.AtLeast(t.lo, inputs, d)}
}

func literalsOf(c *formula.Compiler, parts []model.Formula, truth bool, d formula.Direction) []formula.Literal {
	return lists.Map(parts, func(part model.Formula) formula.Literal { return literalOf(c, part, truth, d) })
}
