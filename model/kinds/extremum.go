package kinds

import (
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Extremum says that a variable is the largest of others, or the smallest. It may itself be one of them, and they may be
// repeated.
type Extremum struct {
	Name   string      // may be empty
	Of     []model.Var // at least one
	Result model.Var
	Max    bool
}

// The methods of [Constraint].

func (c *Extremum) Kind() string  { return "extremum" }
func (c *Extremum) Label() string { return c.Name }
func (c *Extremum) Scope() []model.Var {
	return model.EachOnce(append([]model.Var{c.Result}, c.Of...)...)
}
func (c *Extremum) Named(name string) model.Constraint { return &Extremum{name, c.Of, c.Result, c.Max} }

// Holds compares the result with the extremum of the values.
func (c *Extremum) Holds(a model.Assignment) bool {
	best := a[c.Of[0]]
	for _, v := range c.Of {
		if c.Max {
			best = max(best, a[v])
		} else {
			best = min(best, a[v])
		}
	}
	return a[c.Result] == best
}

// Substitute keeps the constraint if all variables stay; otherwise it drops the constraint, since the kind cannot express values
// in place of variables.
func (c *Extremum) Substitute(s model.Substitution) model.Constraint {
	return s.Whole(append([]model.Var{c.Result}, c.Of...), func(v []model.Var) model.Constraint { return &Extremum{c.Name, v[1:], v[0], c.Max} })
}

// Simpler leaves out variables.
func (c *Extremum) Simpler() []model.Constraint {
	return lists.Shorter(c.Of, func(left []model.Var) model.Constraint { return &Extremum{c.Name, left, c.Result, c.Max} })
}

func (c *Extremum) Validate(*model.Model) error { return model.ValidateSome(c.Of) }

func (c *Extremum) Fields(m *model.Model) model.Fields {
	key := "min"
	if c.Max {
		key = "max"
	}
	return model.Fields{}.Name(c.Name).Add("cells", m.NamesOf(c.Of)).Add(key, m.NameOf(c.Result))
}

func init() {
	model.RegisterKind(model.Kind{Of: (*Extremum)(nil), Rank: 5, Read: readExtremum, Random: randomExtremum})
}

func readExtremum(d *model.Decoder, f *input.Mapping) model.Constraint {
	c := &Extremum{Name: f.OptionalText("name"), Of: d.List(f.Required("cells"))}
	result, largest := f.Either("min", "max")
	if c.Max = largest; result == nil {
		d.Failf(f.Node, "found no result, expected min or max")
		return c
	}
	c.Result = d.Variable(result)
	return c
}

// randomExtremum draws an extremum. If the witness must meet it, it drops variables beyond the result. If the result is then not
// among the others, it is added to them.
func randomExtremum(d model.Drawer) model.Constraint {
	c := &Extremum{Of: d.Vars(1), Result: d.Var(), Max: d.IntN(2) == 1}
	if model.OneIn(d, 6) {
		c.Of = append(slices.Clone(c.Of), d.Var())
	}
	if w := d.Witness(); d.Spared() && !c.Holds(w) {
		c.Of = slices.DeleteFunc(slices.Clone(c.Of), func(v model.Var) bool { return w[v] != w[c.Result] && (w[v] > w[c.Result]) == c.Max })
		if len(c.Of) == 0 || !c.Holds(w) {
			c.Of = append(c.Of, c.Result)
		}
	}
	return c
}
