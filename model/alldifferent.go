package model

import (
	"fmt"

	"qmsat/model/document"
)

// AllDifferent requires pairwise distinct values: a row, a column, a box, a cage, a jigsaw region.
type AllDifferent struct {
	Name string // may be empty
	Vars []Var  // at least one, each once
}

// Kind returns "all-different".
func (c *AllDifferent) Kind() string { return "all-different" }

// Label returns the constraint's name.
func (c *AllDifferent) Label() string { return c.Name }

// Scope returns the variables.
func (c *AllDifferent) Scope() []Var { return c.Vars }

// Holds reports whether no two variables have the same value.
func (c *AllDifferent) Holds(a Assignment) bool {
	seen := make(map[int]bool, len(c.Vars))
	for _, v := range c.Vars {
		if seen[a[v]] {
			return false
		}
		seen[a[v]] = true
	}
	return true
}

func (c *AllDifferent) validate(*Model) error {
	if len(c.Vars) == 0 {
		return fmt.Errorf("expected at least one variable")
	}
	return nil
}

func (c *AllDifferent) fields(m *Model) fields {
	return fields{}.name(c.Name).add("cells", m.varsNode(c.Vars))
}

func init() {
	registerKind("all-different", func(d *decoder, f *document.Mapping) Constraint {
		return &AllDifferent{Name: f.OptionalText("name"), Vars: d.vars(f.Required("cells"))}
	})
}
