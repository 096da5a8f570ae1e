package model

import (
	"fmt"
	"testing"

	"qmsat/internal/input"
)

// Ascending is a kind that only tests have: each variable is less than the next. [RegisterAscending] registers it.
type Ascending struct {
	Name string
	Vars []Var
}

func (c *Ascending) Kind() string  { return "ascending" }
func (c *Ascending) Label() string { return c.Name }
func (c *Ascending) Scope() []Var  { return c.Vars }

func (c *Ascending) Holds(a Assignment) bool {
	for i := 1; i < len(c.Vars); i++ {
		if a[c.Vars[i-1]] >= a[c.Vars[i]] {
			return false
		}
	}
	return true
}

func (c *Ascending) Named(name string) Constraint { return &Ascending{name, c.Vars} }

func (c *Ascending) Substitute(s Substitution) Constraint {
	left := s.Vars(c.Vars)
	if len(left) < 2 {
		return nil
	}
	return &Ascending{c.Name, left}
}

func (c *Ascending) Simpler() []Constraint {
	return shorter(c.Vars, func(left []Var) Constraint { return &Ascending{c.Name, left} })
}

func (c *Ascending) validate(*Model) error {
	if len(c.Vars) < 2 {
		return fmt.Errorf("found %d variables, expected two or more", len(c.Vars))
	}
	return nil
}

func (c *Ascending) fields(m *Model) fields {
	return fields{}.name(c.Name).add("cells", m.namesOf(c.Vars))
}

// RegisterAscending registers the kind during a test.
func RegisterAscending(t *testing.T) {
	registerKind(kind{
		name: "ascending",
		read: func(d *decoder, f *input.Mapping) Constraint {
			return &Ascending{f.OptionalText("name"), d.vars(f.Required("cells"))}
		},
		random: func(d Drawer) Constraint { return &Ascending{Vars: d.Vars(2)} },
	})
	t.Cleanup(func() { delete(kinds.Entries, "ascending") })
}
