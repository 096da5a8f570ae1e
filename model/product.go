package model

import (
	"fmt"
	"math"
	"slices"

	"qmsat/internal/input"
)

// Product requires X·Y = Result. A variable may stand in several places: a square has X twice.
type Product struct {
	Name         string // may be empty
	X, Y, Result Var    // with values such that X·Y stays within ±2^52
}

// The methods of [Constraint].

func (c *Product) Kind() string                 { return "product" }
func (c *Product) Label() string                { return c.Name }
func (c *Product) Scope() []Var                 { return EachOnce(c.X, c.Y, c.Result) }
func (c *Product) Named(name string) Constraint { return &Product{name, c.X, c.Y, c.Result} }

// Holds checks the multiplication.
func (c *Product) Holds(a Assignment) bool { return a[c.X]*a[c.Y] == a[c.Result] }

// Table returns an equivalent table of tuples within the domains. It takes O(|X|·|Y|) steps.
func (c *Product) Table(domain func(Var) Domain) *Table {
	return pairTable([]Var{c.X, c.Y, c.Result}, domain, func(x, y int) []int { return []int{x, y, x * y} })
}

// Deciding returns the factors.
func (c *Product) Deciding() (x, y Var) { return c.X, c.Y }

// pairTable returns a table of variables, possibly repeated. The first two decide the others. tuple returns nil for a pair of
// values that these cannot have.
func pairTable(vars []Var, domain func(Var) Domain, tuple func(x, y int) []int) *Table {
	table := &Table{Vars: EachOnce(vars...)}
	for x := range domain(vars[0]).All() {
	next:
		for y := range domain(vars[1]).All() {
			var row []int
			for i, value := range tuple(x, y) {
				column := slices.Index(table.Vars, vars[i])
				switch {
				case column < len(row) && row[column] != value, !domain(vars[i]).Contains(value):
					continue next
				case column == len(row):
					row = append(row, value)
				}
			}
			if row != nil {
				table.Tuples = append(table.Tuples, row)
			}
		}
	}
	return table
}

// EachOnce returns the variables without repetitions, in order of first mention.
func EachOnce(vars ...Var) []Var {
	seen := make(map[Var]bool, len(vars))
	var scope []Var
	for _, v := range vars {
		if !seen[v] {
			seen[v] = true
			scope = append(scope, v)
		}
	}
	return scope
}

// Substitute returns nil if a variable is replaced by a value.
func (c *Product) Substitute(s Substitution) Constraint {
	return s.whole([]Var{c.X, c.Y, c.Result}, func(v []Var) Constraint { return &Product{c.Name, v[0], v[1], v[2]} })
}

// Simpler returns nothing: no product is simpler than another.
func (c *Product) Simpler() []Constraint { return nil }

func (c *Product) Validate(m *Model) error {
	if most := magnitude(m.DomainOf(c.X)) * magnitude(m.DomainOf(c.Y)); most > MaxNumber {
		return fmt.Errorf("the product of %s and %s may reach %.3g, expected one within %s", m.NameOf(c.X), m.NameOf(c.Y), most, NumbersText)
	}
	return nil
}

// magnitude returns the largest absolute value in a domain.
func magnitude(d Domain) float64 {
	return max(math.Abs(float64(d.Min())), math.Abs(float64(d.Max())))
}

func (c *Product) Fields(m *Model) Fields {
	return Fields{}.Name(c.Name).Add("of", m.NamesOf([]Var{c.X, c.Y})).Add("result", m.NameOf(c.Result))
}

func init() {
	RegisterKind(Kind{Of: (*Product)(nil), Rank: 4, Read: readProduct, Random: randomProduct})
}

func readProduct(d *Decoder, f *input.Mapping) Constraint {
	c := &Product{Name: f.OptionalText("name")}
	of := f.Required("of")
	factors := d.Sequence(of)
	if len(factors) != 2 {
		d.Failf(of, "found %d factors, expected 2", len(factors))
		return c
	}
	c.X, c.Y, c.Result = d.Variable(factors[0]), d.Variable(factors[1]), d.Variable(f.Required("result"))
	return c
}

func randomProduct(d Drawer) Constraint {
	return drawOperands(d, 3, func(v []Var) Constraint { return &Product{X: v[0], Y: v[1], Result: v[2]} })
}

// drawOperands draws variables for the places of a constraint, possibly repeated. If the constraint must hold for the witness, it
// tries several times; it returns nil if none holds.
func drawOperands(d Drawer, n int, build func(vars []Var) Constraint) Constraint {
	pool, spared := d.Vars(n), d.Spared()
	at := d.IntN(power(len(pool), n))
	for range power(len(pool), n) {
		vars := make([]Var, n)
		for i, rest := 0, at; i < n; i, rest = i+1, rest/len(pool) {
			vars[i] = pool[rest%len(pool)]
		}
		if c := build(vars); !spared || c.Holds(d.Witness()) {
			return c
		}
		at = (at + 1) % power(len(pool), n)
	}
	return nil
}

func power(base, exponent int) int {
	product := 1
	for range exponent {
		product *= base
	}
	return product
}
