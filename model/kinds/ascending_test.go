package kinds_test

import (
	"fmt"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Ascending is a kind that only tests have, in a package of its own: each variable is less than the next.
type Ascending struct {
	Name string
	Vars []model.Var
}

func (c *Ascending) Kind() string       { return "ascending" }
func (c *Ascending) Label() string      { return c.Name }
func (c *Ascending) Scope() []model.Var { return c.Vars }

func (c *Ascending) Holds(a model.Assignment) bool {
	for i := 1; i < len(c.Vars); i++ {
		if a[c.Vars[i-1]] >= a[c.Vars[i]] {
			return false
		}
	}
	return true
}

func (c *Ascending) Named(name string) model.Constraint { return &Ascending{name, c.Vars} }

func (c *Ascending) Substitute(s model.Substitution) model.Constraint {
	left := s.Vars(c.Vars)
	if len(left) < 2 {
		return nil
	}
	return &Ascending{c.Name, left}
}

func (c *Ascending) Simpler() []model.Constraint {
	return lists.Shorter(c.Vars, func(left []model.Var) model.Constraint { return &Ascending{c.Name, left} })
}

func (c *Ascending) Validate(*model.Model) error {
	if len(c.Vars) < 2 {
		return fmt.Errorf("found %d variables, expected two or more", len(c.Vars))
	}
	return nil
}

func (c *Ascending) Fields(m *model.Model) model.Fields {
	return model.Fields{}.Name(c.Name).Add("cells", m.NamesOf(c.Vars))
}

func init() {
	model.RegisterKind(model.Kind{
		Of: (*Ascending)(nil),
		Read: func(d *model.Decoder, f *input.Mapping) model.Constraint {
			return &Ascending{f.OptionalText("name"), d.Vars(f.Required("cells"))}
		},
		Random: func(d model.Drawer) model.Constraint { return &Ascending{Vars: d.Vars(2)} },
	})
}
