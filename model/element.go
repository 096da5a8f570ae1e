package model

import (
	"fmt"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// Element requires that Result is the variable of a list at an index counted from 1. An index beyond the list is no solution. The
// variables may be repeated.
type Element struct {
	Name   string // may be empty
	Index  Var
	Of     []Var // at least one
	Result Var
}

// The methods of [Constraint].

func (c *Element) Kind() string                 { return "element" }
func (c *Element) Label() string                { return c.Name }
func (c *Element) Scope() []Var                 { return EachOnce(append([]Var{c.Index, c.Result}, c.Of...)...) }
func (c *Element) Named(name string) Constraint { return &Element{name, c.Index, c.Of, c.Result} }

// Holds looks up the value at the index.
func (c *Element) Holds(a Assignment) bool {
	i := a[c.Index]
	return 1 <= i && i <= len(c.Of) && a[c.Of[i-1]] == a[c.Result]
}

// Substitute keeps the constraint if all variables stay; otherwise it drops the constraint, since the kind cannot express values
// in place of variables.
func (c *Element) Substitute(s Substitution) Constraint {
	return s.whole(append([]Var{c.Index, c.Result}, c.Of...), func(v []Var) Constraint { return &Element{c.Name, v[0], v[2:], v[1]} })
}

// Simpler leaves out variables of the list.
func (c *Element) Simpler() []Constraint {
	return lists.Shorter(c.Of, func(left []Var) Constraint { return &Element{c.Name, c.Index, left, c.Result} })
}

func (c *Element) Validate(*Model) error {
	if len(c.Of) == 0 {
		return fmt.Errorf("expected at least one variable in the list")
	}
	return nil
}

func (c *Element) Fields(m *Model) Fields {
	return Fields{}.Name(c.Name).Add("index", m.NameOf(c.Index)).Add("cells", m.NamesOf(c.Of)).Add("result", m.NameOf(c.Result))
}

func init() {
	RegisterKind(Kind{Of: (*Element)(nil), Rank: 6, Read: readElement, Random: randomElement})
}

func readElement(d *Decoder, f *input.Mapping) Constraint {
	name := f.OptionalText("name")
	return &Element{name, d.Variable(f.Required("index")), d.List(f.Required("cells")), d.Variable(f.Required("result"))}
}

// randomElement draws an element constraint. If the witness must meet it, and the list is long enough, it puts the result at the
// index.
func randomElement(d Drawer) Constraint {
	c := &Element{Index: d.Var(), Of: slices.Clone(d.Vars(1)), Result: d.Var()}
	if oneIn(d, 3) {
		c.Of = append(c.Of, d.Var())
	}
	if w := d.Witness(); d.Spared() && !c.Holds(w) {
		if i := w[c.Index] - 1; 0 <= i && i < len(c.Of) {
			c.Of[i] = c.Result
		}
	}
	return c
}
