package model

import "qmsat/internal/input"

// Division requires that Dividend divided by Divisor is Quotient, truncated towards 0, with Remainder left. The remainder has the
// dividend's sign or is 0: as / and % in Go, div and mod in MiniZinc. Division by 0 is not allowed. A variable may stand in
// several places.
type Division struct {
	Name                                   string // may be empty
	Dividend, Divisor, Quotient, Remainder Var
}

// The methods of [Constraint].

func (c *Division) Kind() string  { return "division" }
func (c *Division) Label() string { return c.Name }
func (c *Division) Scope() []Var {
	return EachOnce(c.Dividend, c.Divisor, c.Quotient, c.Remainder)
}

// Named returns the constraint with another name.
func (c *Division) Named(name string) Constraint {
	return &Division{name, c.Dividend, c.Divisor, c.Quotient, c.Remainder}
}

// Holds checks the division.
func (c *Division) Holds(a Assignment) bool {
	return a[c.Divisor] != 0 && a[c.Dividend]/a[c.Divisor] == a[c.Quotient] && a[c.Dividend]%a[c.Divisor] == a[c.Remainder]
}

// Table returns an equivalent table of tuples within the domains. It takes O(|Dividend|·|Divisor|) steps.
func (c *Division) Table(domain func(Var) Domain) *Table {
	return pairTable([]Var{c.Dividend, c.Divisor, c.Quotient, c.Remainder}, domain, func(x, y int) []int {
		if y == 0 {
			return nil
		}
		return []int{x, y, x / y, x % y}
	})
}

// Deciding returns the operands.
func (c *Division) Deciding() (x, y Var) { return c.Dividend, c.Divisor }

// Substitute returns nil if a variable is replaced by a value.
func (c *Division) Substitute(s Substitution) Constraint {
	return s.whole([]Var{c.Dividend, c.Divisor, c.Quotient, c.Remainder}, func(v []Var) Constraint {
		return &Division{c.Name, v[0], v[1], v[2], v[3]}
	})
}

// Simpler returns nothing: no division is simpler than another.
func (c *Division) Simpler() []Constraint { return nil }

func (c *Division) Validate(*Model) error { return nil }

func (c *Division) Fields(m *Model) Fields {
	return Fields{}.Name(c.Name).Add("dividend", m.NameOf(c.Dividend)).Add("divisor", m.NameOf(c.Divisor)).
		Add("quotient", m.NameOf(c.Quotient)).Add("remainder", m.NameOf(c.Remainder))
}

func init() {
	RegisterKind(Kind{
		Of:   (*Division)(nil),
		Rank: 5,
		Read: func(d *Decoder, f *input.Mapping) Constraint {
			return &Division{
				f.OptionalText("name"), d.Variable(f.Required("dividend")), d.Variable(f.Required("divisor")),
				d.Variable(f.Required("quotient")), d.Variable(f.Required("remainder")),
			}
		},
		Random: func(d Drawer) Constraint {
			return drawOperands(d, 4, func(v []Var) Constraint {
				return &Division{Dividend: v[0], Divisor: v[1], Quotient: v[2], Remainder: v[3]}
			})
		},
	})
}
