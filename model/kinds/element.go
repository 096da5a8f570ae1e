package kinds

import (
	"fmt"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Element requires that Result is the variable of a list at an index counted from 1. An index beyond the list is no solution. The
// variables may be repeated.
type Element struct {
	Name   string // may be empty
	Index  model.Var
	Of     []model.Var // at least one
	Result model.Var
}

// The methods of [Constraint].

func (c *Element) Kind() string  { return "element" }
func (c *Element) Label() string { return c.Name }
func (c *Element) Scope() []model.Var {
	return model.EachOnce(append([]model.Var{c.Index, c.Result}, c.Of...)...)
}
func (c *Element) Named(name string) model.Constraint { return &Element{name, c.Index, c.Of, c.Result} }

// Holds looks up the value at the index.
func (c *Element) Holds(a model.Assignment) bool {
	i := a[c.Index]
	return 1 <= i && i <= len(c.Of) && a[c.Of[i-1]] == a[c.Result]
}

// Substitute keeps the constraint if all variables stay; otherwise it drops the constraint, since the kind cannot express values
// in place of variables.
func (c *Element) Substitute(s model.Substitution) model.Constraint {
	return s.Whole(append([]model.Var{c.Index, c.Result}, c.Of...), func(v []model.Var) model.Constraint { return &Element{c.Name, v[0], v[2:], v[1]} })
}

// Simpler leaves out variables of the list.
func (c *Element) Simpler() []model.Constraint {
	return lists.Shorter(c.Of, func(left []model.Var) model.Constraint { return &Element{c.Name, c.Index, left, c.Result} })
}

func (c *Element) Validate(*model.Model) error {
	if len(c.Of) == 0 {
		return fmt.Errorf("expected at least one variable in the list")
	}
	return nil
}

func (c *Element) Fields(m *model.Model) model.Fields {
	return model.Fields{}.Name(c.Name).Add("index", m.NameOf(c.Index)).Add("cells", m.NamesOf(c.Of)).Add("result", m.NameOf(c.Result))
}

func init() {
	model.RegisterKind(model.Kind{Of: (*Element)(nil), Rank: 6, Read: readElement, Random: randomElement})
}

func readElement(d *model.Decoder, f *input.Mapping) model.Constraint {
	name := f.OptionalText("name")
	return &Element{name, d.Variable(f.Required("index")), d.List(f.Required("cells")), d.Variable(f.Required("result"))}
}

// randomElement draws an element constraint. If the witness must meet it, and the list is long enough, it puts the result at the
// index.
func randomElement(d model.Drawer) model.Constraint {
	c := &Element{Index: d.Var(), Of: slices.Clone(d.Vars(1)), Result: d.Var()}
	if model.OneIn(d, 3) {
		c.Of = append(c.Of, d.Var())
	}
	if w := d.Witness(); d.Spared() && !c.Holds(w) {
		if i := w[c.Index] - 1; 0 <= i && i < len(c.Of) {
			c.Of[i] = c.Result
		}
	}
	return c
}
