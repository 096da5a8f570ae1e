package kinds

import (
	"fmt"
	"math"
	"slices"

	"qmsat/internal/input"
	"qmsat/model"
)

// Product requires X·Y = Result. A variable may stand in several places: a square has X twice.
type Product struct {
	Name         string    // may be empty
	X, Y, Result model.Var // with values such that X·Y stays within ±2^52
}

// The methods of [Constraint].

func (c *Product) Kind() string                       { return "product" }
func (c *Product) Label() string                      { return c.Name }
func (c *Product) Scope() []model.Var                 { return model.EachOnce(c.X, c.Y, c.Result) }
func (c *Product) Named(name string) model.Constraint { return &Product{name, c.X, c.Y, c.Result} }

// Holds checks the multiplication.
func (c *Product) Holds(a model.Assignment) bool { return a[c.X]*a[c.Y] == a[c.Result] }

// Table returns an equivalent table of tuples within the domains. It takes O(|X|·|Y|) steps.
func (c *Product) Table(domain func(model.Var) model.Domain) *model.Table {
	return pairTable([]model.Var{c.X, c.Y, c.Result}, domain, func(x, y int) []int { return []int{x, y, x * y} })
}

// Deciding returns the factors.
func (c *Product) Deciding() (x, y model.Var) { return c.X, c.Y }

// pairTable returns a table of variables, possibly repeated. The first two decide the others. tuple returns nil for a pair of
// values that these cannot have.
func pairTable(vars []model.Var, domain func(model.Var) model.Domain, tuple func(x, y int) []int) *model.Table {
	table := &model.Table{Vars: model.EachOnce(vars...)}
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

// Substitute returns nil if a variable is replaced by a value.
func (c *Product) Substitute(s model.Substitution) model.Constraint {
	return s.Whole([]model.Var{c.X, c.Y, c.Result}, func(v []model.Var) model.Constraint { return &Product{c.Name, v[0], v[1], v[2]} })
}

// Simpler returns nothing: no product is simpler than another.
func (c *Product) Simpler() []model.Constraint { return nil }

func (c *Product) Validate(m *model.Model) error {
	if most := magnitude(m.DomainOf(c.X)) * magnitude(m.DomainOf(c.Y)); most > model.MaxNumber {
		return fmt.Errorf("the product of %s and %s may reach %.3g, expected one within %s", m.NameOf(c.X), m.NameOf(c.Y), most, model.NumbersText)
	}
	return nil
}

// magnitude returns the largest absolute value in a domain.
func magnitude(d model.Domain) float64 {
	return max(math.Abs(float64(d.Min())), math.Abs(float64(d.Max())))
}

func (c *Product) Fields(m *model.Model) model.Fields {
	return model.Fields{}.Name(c.Name).Add("of", m.NamesOf([]model.Var{c.X, c.Y})).Add("result", m.NameOf(c.Result))
}

func init() {
	model.RegisterKind(model.Kind{Of: (*Product)(nil), Rank: 4, Read: readProduct, Random: randomProduct})
}

func readProduct(d *model.Decoder, f *input.Mapping) model.Constraint {
	c := &Product{Name: f.OptionalText("name")}
	of, result := f.Required("of"), f.Required("result")
	factors := d.Sequence(of)
	if len(factors) != 2 {
		d.Failf(of, "found %d factors, expected 2", len(factors))
		return c
	}
	c.X, c.Y, c.Result = d.Variable(factors[0]), d.Variable(factors[1]), d.Variable(result)
	return c
}

func randomProduct(d model.Drawer) model.Constraint {
	return drawOperands(d, 3, func(v []model.Var) model.Constraint { return &Product{X: v[0], Y: v[1], Result: v[2]} })
}

// drawOperands draws variables for the places of a constraint, possibly repeated. If the constraint must hold for the witness, it
// tries several times; it returns nil if none holds.
func drawOperands(d model.Drawer, n int, build func(vars []model.Var) model.Constraint) model.Constraint {
	pool, spared := d.Vars(n), d.Spared()
	at := d.IntN(power(len(pool), n))
	for range power(len(pool), n) {
		vars := make([]model.Var, n)
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
