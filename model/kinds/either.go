package kinds

import (
	"fmt"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Either requires that all constraints of some branch hold: of one branch or more.
type Either struct {
	Name string               // may be empty
	Of   [][]model.Constraint // the branches: at least one, each with at least one constraint
}

// The methods of [Constraint].

func (c *Either) Kind() string                       { return "either" }
func (c *Either) Label() string                      { return c.Name }
func (c *Either) Named(name string) model.Constraint { return &Either{name, c.Of} }

// Scope returns the variables of all branches.
func (c *Either) Scope() []model.Var {
	var vars []model.Var
	for _, part := range slices.Concat(c.Of...) {
		if part != nil {
			vars = append(vars, part.Scope()...)
		}
	}
	return model.EachOnce(vars...)
}

// Holds reports whether all constraints of some branch hold.
func (c *Either) Holds(a model.Assignment) bool {
	return slices.ContainsFunc(c.Of, func(branch []model.Constraint) bool {
		return !slices.ContainsFunc(branch, func(part model.Constraint) bool { return !part.Holds(a) })
	})
}

// Substitute rebuilds the parts. It drops the constraint if a variable is replaced by a value, because what parts say of values may
// be lost. It also drops it if nothing is left of a branch, because such a branch holds.
func (c *Either) Substitute(s model.Substitution) model.Constraint {
	if scope := c.Scope(); s.Value != nil && len(s.Vars(scope)) < len(scope) {
		return nil
	}
	rebuilt := &Either{Name: c.Name}
	for _, branch := range c.Of {
		var left []model.Constraint
		for _, part := range branch {
			if part = part.Substitute(s); part != nil {
				left = append(left, part)
			}
		}
		if left == nil {
			return nil
		}
		rebuilt.Of = append(rebuilt.Of, left)
	}
	return rebuilt
}

// Simpler leaves out branches and parts of them, and makes single parts simpler.
func (c *Either) Simpler() []model.Constraint {
	list := lists.Shorter(c.Of, func(left [][]model.Constraint) model.Constraint { return &Either{c.Name, left} })
	for i, branch := range c.Of {
		with := func(branch []model.Constraint) model.Constraint {
			return &Either{c.Name, lists.Replaced(c.Of, i, branch)}
		}
		list = append(list, lists.Shorter(branch, with)...)
		for j, part := range branch {
			list = append(list, lists.Map(part.Simpler(), func(simple model.Constraint) model.Constraint { return with(lists.Replaced(branch, j, simple)) })...)
		}
	}
	return list
}

func (c *Either) Validate(m *model.Model) error {
	if len(c.Of) == 0 {
		return fmt.Errorf("found no branches, expected at least one")
	}
	for i, branch := range c.Of {
		if len(branch) == 0 {
			return fmt.Errorf("branch %d is empty, expected at least one constraint", i+1)
		}
		for _, part := range branch {
			if part == nil {
				return fmt.Errorf("branch %d: a constraint is missing", i+1)
			}
			if err := m.ValidateConstraint(part); err != nil {
				return fmt.Errorf("branch %d: %s: %w", i+1, part.Kind(), err)
			}
		}
	}
	return nil
}

func (c *Either) Fields(m *model.Model) model.Fields {
	branches := lists.Map(c.Of, func(branch []model.Constraint) []model.Fields {
		return lists.Map(branch, func(part model.Constraint) model.Fields {
			return append(model.Fields{}.Add("kind", part.Kind()), part.Fields(m)...)
		})
	})
	return model.Fields{}.Name(c.Name).Add("of", branches)
}

func init() {
	model.RegisterKind(model.Kind{Of: (*Either)(nil), Rank: 12, Read: readEither, Random: randomEither})
}

func readEither(d *model.Decoder, f *input.Mapping) model.Constraint {
	c := &Either{Name: f.OptionalText("name")}
	for _, n := range d.Sequence(f.Required("of")) {
		c.Of = append(c.Of, lists.Map(d.Items(n), func(item *input.Node) model.Constraint { return d.Constraint(item) }))
	}
	return c
}

// randomEither draws branches. If the constraint must hold for the witness, the first branch is drawn to do so, and the others as
// they come.
func randomEither(d model.Drawer) model.Constraint {
	const most = 3
	c := &Either{}
	spared := d.Spared()
	for range model.Between(d, 1, most) {
		var branch []model.Constraint
		for range model.Between(d, 1, 2) {
			if part := model.AnyKind(d).Random(d); part != nil {
				branch = append(branch, part)
			}
		}
		if len(branch) > 0 {
			c.Of = append(c.Of, branch)
		}
		d = unwitnessed{d}
	}
	if spared && !c.Holds(d.Witness()) {
		v := d.Var()
		value := d.Witness()[v]
		c.Of = append(c.Of, []model.Constraint{model.Sum("", value, value, v)})
	}
	return c
}

// unwitnessed draws without regard to the witness.
type unwitnessed struct{ model.Drawer }

func (unwitnessed) Spared() bool { return false }
