package model

import (
	"fmt"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// Rule requires a formula to be true: a pruning rule, a condition of a variant.
type Rule struct {
	Name    string // may be empty
	Formula Formula
}

// The methods of [Constraint].

func (c *Rule) Kind() string                 { return "rule" }
func (c *Rule) Label() string                { return c.Name }
func (c *Rule) Named(name string) Constraint { return &Rule{name, c.Formula} }

// Scope returns the variables of the formula's atoms.
func (c *Rule) Scope() []Var {
	var vars []Var
	Walk(c.Formula, func(part Formula) {
		if atom, is := part.(In); is {
			vars = append(vars, atom.Var)
		}
	})
	return EachOnce(vars...)
}

// Holds reports whether the formula is true.
func (c *Rule) Holds(a Assignment) bool { return c.Formula.Eval(a) }

// Substitute rebuilds the formula; see [Substitution.Formula].
func (c *Rule) Substitute(s Substitution) Constraint { return &Rule{c.Name, s.Formula(c.Formula)} }

// Simpler makes the formula simpler.
func (c *Rule) Simpler() []Constraint {
	return lists.Map(simplerFormulas(c.Formula), func(f Formula) Constraint { return &Rule{c.Name, f} })
}

func (c *Rule) Normal() Constraint { return &Rule{c.Name, NormalFormula(c.Formula)} }

func (c *Rule) Validate(m *Model) error {
	var err error
	Walk(c.Formula, func(part Formula) {
		if err != nil {
			return
		}
		switch part := part.(type) {
		case nil:
			err = fmt.Errorf("a formula is missing")
		case In:
			if !WithinNumbers(part.Values) {
				err = fmt.Errorf("values %v for %s, expected numbers within %s", part.Values, m.NameOf(part.Var), NumbersText)
			}
		default:
			if _, _, _, known := Tally(part); known {
				return
			}
			err = fmt.Errorf("a formula of type %T, expected one of package model's, not a pointer", part)
		}
	})
	return err
}

func (c *Rule) Fields(m *Model) Fields {
	return append(Fields{}.Name(c.Name), c.Formula.Fields(m)...)
}

func init() {
	RegisterKind(Kind{Of: (*Rule)(nil), Rank: 3, Read: readRule, Random: randomRule})
}

func readRule(d *Decoder, f *input.Mapping) Constraint {
	name := f.OptionalText("name")
	return &Rule{name, d.Formula(f.Rest())}
}

func randomRule(d Drawer) Constraint {
	const maxDepth = 3
	c := &Rule{Formula: randomFormula(d, maxDepth)}
	if d.Spared() && !c.Holds(d.Witness()) {
		c.Formula = Not{c.Formula}
	}
	return c
}

func (c *Rule) larger(d Drawer) Constraint {
	return &Rule{Formula: MapAtoms(c.Formula, func(atom In) Formula {
		a, b := d.ValueOf(atom.Var), d.ValueOf(atom.Var)
		return In{atom.Var, atom.Values.Union(Interval(min(a, b), max(a, b)))}
	})}
}
