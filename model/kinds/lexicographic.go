package kinds

import (
	"fmt"
	"slices"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"
)

// Lexicographic says that a list of variables comes before another one of equal length: at the first place where they differ it
// has the smaller value. Unless Strict is set the lists may also be equal. A condition makes it hold if and only if If does, or
// if Half is set, at least then.
type Lexicographic struct {
	Name          string      // may be empty
	Smaller, Than []model.Var // at least one; variables may be repeated
	Strict        bool
	If            *model.In // on a variable of neither list; may be nil
	Half          bool
}

// The methods of [Constraint].

func (c *Lexicographic) Kind() string  { return "lexicographic" }
func (c *Lexicographic) Label() string { return c.Name }

// Named returns the constraint with another name.
func (c *Lexicographic) Named(name string) model.Constraint {
	return &Lexicographic{name, c.Smaller, c.Than, c.Strict, c.If, c.Half}
}

// Scope returns the variables of the lists, then that of the condition.
func (c *Lexicographic) Scope() []model.Var {
	scope := model.EachOnce(slices.Concat(c.Smaller, c.Than)...)
	if c.If != nil {
		scope = append(scope, c.If.Var)
	}
	return scope
}

// Holds compares the lists value by value.
func (c *Lexicographic) Holds(a model.Assignment) bool {
	order := slices.CompareFunc(c.Smaller, c.Than, func(x, y model.Var) int { return a[x] - a[y] })
	return model.Meets(order < 0 || order == 0 && !c.Strict, c.If, c.Half, a)
}

// Substitute drops the constraint if a variable of the lists does not stay, because the kind cannot express values in their
// place. A condition whose variable is gone without a value counts as true.
func (c *Lexicographic) Substitute(s model.Substitution) model.Constraint {
	left := *c
	left.Smaller, left.Than = s.Vars(c.Smaller), s.Vars(c.Than)
	if len(left.Smaller)+len(left.Than) < len(c.Smaller)+len(c.Than) {
		return nil
	}
	if c.If == nil {
		return &left
	}
	switch condition := s.Formula(*c.If).(type) {
	case model.In:
		left.If = &condition
	case model.And:
		left.If, left.Half = nil, false
	default:
		if c.Half {
			return nil
		}
		left = Lexicographic{Name: c.Name, Smaller: left.Than, Than: left.Smaller, Strict: !c.Strict}
	}
	return &left
}

// Simpler leaves out places, the condition, and that it is strict.
func (c *Lexicographic) Simpler() []model.Constraint {
	places := make([]int, len(c.Smaller))
	for i := range places {
		places[i] = i
	}
	list := lists.Shorter(places, func(stay []int) model.Constraint {
		left := &Lexicographic{c.Name, nil, nil, c.Strict, c.If, c.Half}
		for _, i := range stay {
			left.Smaller, left.Than = append(left.Smaller, c.Smaller[i]), append(left.Than, c.Than[i])
		}
		return left
	})
	if c.If != nil {
		list = append(list, &Lexicographic{c.Name, c.Smaller, c.Than, c.Strict, nil, false})
		for _, less := range c.If.Less() {
			atom := less.(model.In)
			list = append(list, &Lexicographic{c.Name, c.Smaller, c.Than, c.Strict, &atom, c.Half})
		}
	}
	if c.Half {
		list = append(list, &Lexicographic{c.Name, c.Smaller, c.Than, c.Strict, c.If, false})
	}
	if c.Strict {
		list = append(list, &Lexicographic{c.Name, c.Smaller, c.Than, false, c.If, c.Half})
	}
	return list
}

func (c *Lexicographic) Validate(m *model.Model) error {
	if len(c.Smaller) != len(c.Than) {
		return fmt.Errorf("found lists of %d and %d variables, expected equally many", len(c.Smaller), len(c.Than))
	}
	if err := model.ValidateCondition(m, c.If, c.Half); err != nil {
		return err
	}
	return model.ValidateSome(c.Smaller)
}

func (c *Lexicographic) Fields(m *model.Model) model.Fields {
	f := model.Fields{}.Name(c.Name).Add("cells", m.NamesOf(c.Smaller)).Add("than", m.NamesOf(c.Than))
	if c.Strict {
		f = f.Add("strict", true)
	}
	return f.Condition(m, c.If, c.Half)
}

func init() {
	model.RegisterKind(model.Kind{Of: (*Lexicographic)(nil), Rank: 9, Read: readLexicographic, Random: randomLexicographic})
}

func readLexicographic(d *model.Decoder, f *input.Mapping) model.Constraint {
	c := &Lexicographic{Name: f.OptionalText("name"), Smaller: d.List(f.Required("cells")), Than: d.List(f.Required("than"))}
	c.Strict = d.IsTrue(f, "strict")
	c.If, c.Half = d.Condition(f)
	return c
}

// randomLexicographic draws two lists. If the witness must meet the constraint and does not, it exchanges them, and drops Strict.
func randomLexicographic(d model.Drawer) model.Constraint {
	vars := d.Vars(2)
	c := &Lexicographic{Strict: d.IntN(2) == 1}
	if condition := d.IntN(3); condition < 2 && len(vars) > 2 {
		last := len(vars) - 1
		c.If, c.Half = &model.In{Var: vars[last], Values: model.Values(d.Example(vars[last]), d.Value())}, condition == 1
		vars = vars[:last]
	}
	n := len(vars) / 2
	c.Smaller, c.Than = vars[:n], vars[n:2*n]
	if model.OneIn(d, 6) && c.If == nil { // variables are repeated
		c.Smaller, c.Than = append(slices.Clone(c.Smaller), d.Var()), append(slices.Clone(c.Than), d.Var())
	}
	if d.Spared() && !c.Holds(d.Witness()) {
		c.Smaller, c.Than = c.Than, c.Smaller
		if !c.Holds(d.Witness()) {
			c.Strict = !c.Strict
		}
	}
	return c
}
