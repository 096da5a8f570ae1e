package model

import "fmt"

// Rule requires a formula to be true: a pruning rule, a condition of a variant.
type Rule struct {
	Name    string // may be empty
	Formula Formula
}

// Kind returns "rule".
func (c *Rule) Kind() string { return "rule" }

// Label returns the rule's name.
func (c *Rule) Label() string { return c.Name }

// Scope returns the variables of the formula's atoms.
func (c *Rule) Scope() []Var {
	var scope []Var
	seen := map[Var]bool{}
	c.Formula.eachAtom(func(atom In) {
		if !seen[atom.Var] {
			seen[atom.Var] = true
			scope = append(scope, atom.Var)
		}
	})
	return scope
}

// Holds reports whether the formula is true.
func (c *Rule) Holds(a Assignment) bool { return c.Formula.Eval(a) }

func (c *Rule) validate(*Model) error {
	if c.Formula == nil {
		return fmt.Errorf("expected a formula")
	}
	return nil
}

func (c *Rule) fields(m *Model) fields {
	return append(fields{}.name(c.Name), c.Formula.fields(m)...)
}

func init() {
	registerKind("rule", func(d *decoder, f *mapping) Constraint {
		name := f.optionalText("name")
		return &Rule{Name: name, Formula: d.formula(f.rest())}
	})
}
