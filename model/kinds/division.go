package kinds

import (
	"qmsat/internal/input"
	"qmsat/model"
)

// Division requires that Dividend divided by Divisor is Quotient, truncated towards 0, with Remainder left. The remainder has the
// dividend's sign or is 0: as / and % in Go, div and mod in MiniZinc. Division by 0 is not allowed. A variable may stand in
// several places.
type Division struct {
	Name                                   string // may be empty
	Dividend, Divisor, Quotient, Remainder model.Var
}

// The methods of [Constraint].

func (c *Division) Kind() string  { return "division" }
func (c *Division) Label() string { return c.Name }
func (c *Division) Scope() []model.Var {
	return model.EachOnce(c.Dividend, c.Divisor, c.Quotient, c.Remainder)
}

// Named returns the constraint with another name.
func (c *Division) Named(name string) model.Constraint {
	return &Division{name, c.Dividend, c.Divisor, c.Quotient, c.Remainder}
}

// Holds checks the division.
func (c *Division) Holds(a model.Assignment) bool {
	return a[c.Divisor] != 0 && a[c.Dividend]/a[c.Divisor] == a[c.Quotient] && a[c.Dividend]%a[c.Divisor] == a[c.Remainder]
}

// Table returns an equivalent table of tuples within the domains. It takes O(|Dividend|·|Divisor|) steps.
func (c *Division) Table(domain func(model.Var) model.Domain) *model.Table {
	return pairTable([]model.Var{c.Dividend, c.Divisor, c.Quotient, c.Remainder}, domain, func(x, y int) []int {
		if y == 0 {
			return nil
		}
		return []int{x, y, x / y, x % y}
	})
}

// Deciding returns the operands.
func (c *Division) Deciding() (x, y model.Var) { return c.Dividend, c.Divisor }

// Substitute returns nil if a variable is replaced by a value.
func (c *Division) Substitute(s model.Substitution) model.Constraint {
	return s.Whole([]model.Var{c.Dividend, c.Divisor, c.Quotient, c.Remainder}, func(v []model.Var) model.Constraint {
		return &Division{c.Name, v[0], v[1], v[2], v[3]}
	})
}

// Simpler returns nothing: no division is simpler than another.
func (c *Division) Simpler() []model.Constraint { return nil }

func (c *Division) Validate(*model.Model) error { return nil }

func (c *Division) Fields(m *model.Model) model.Fields {
	return model.Fields{}.Name(c.Name).Add("dividend", m.NameOf(c.Dividend)).Add("divisor", m.NameOf(c.Divisor)).
		Add("quotient", m.NameOf(c.Quotient)).Add("remainder", m.NameOf(c.Remainder))
}

func init() {
	model.RegisterKind(model.Kind{
		Of:   (*Division)(nil),
		Rank: 5,
		Read: func(d *model.Decoder, f *input.Mapping) model.Constraint {
			return &Division{
				f.OptionalText("name"), d.Variable(f.Required("dividend")), d.Variable(f.Required("divisor")),
				d.Variable(f.Required("quotient")), d.Variable(f.Required("remainder")),
			}
		},
		Random: func(d model.Drawer) model.Constraint {
			return drawOperands(d, 4, func(v []model.Var) model.Constraint {
				return &Division{Dividend: v[0], Divisor: v[1], Quotient: v[2], Remainder: v[3]}
			})
		},
	})
}
