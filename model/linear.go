package model

import (
	"fmt"
	"math"

	"qmsat/model/document"
)

// NoLower and NoUpper stand for a linear constraint's missing bound.
const (
	NoLower = math.MinInt
	NoUpper = math.MaxInt
)

// maxNumber bounds the magnitude of domain values, of a linear constraint's coefficients and bounds, and of
// Σ |aᵢ|·max|xᵢ|, so that no engine's sum or difference overflows. numbersText says so.
const (
	maxNumber   = 1 << 52
	numbersText = "±2^52"
)

// withinNumbers reports whether no value of d is beyond maxNumber.
func withinNumbers(d Domain) bool {
	return d.Empty() || d.Min() >= -maxNumber && d.Max() <= maxNumber
}

// Term is one summand of a linear constraint.
type Term struct {
	Coefficient int // not 0
	Var         Var
}

// Linear requires Lo ≤ Σ aᵢxᵢ ≤ Hi: a quasi-magic triple, a killer cage.
type Linear struct {
	Name   string // may be empty
	Terms  []Term // at least one, each variable once
	Lo, Hi int    // NoLower or NoUpper where there is no such bound
}

// What every [Constraint] tells of itself.

func (c *Linear) Kind() string                 { return "linear" }
func (c *Linear) Label() string                { return c.Name }
func (c *Linear) Scope() []Var                 { return scopeOf(c.Terms) }
func (c *Linear) Named(name string) Constraint { return &Linear{name, c.Terms, c.Lo, c.Hi} }

// Holds reports whether the sum is within the bounds.
func (c *Linear) Holds(a Assignment) bool {
	sum := sumOf(c.Terms, a)
	return c.Lo <= sum && sum <= c.Hi
}

func scopeOf(terms []Term) []Var {
	scope := make([]Var, len(terms))
	for i, t := range terms {
		scope[i] = t.Var
	}
	return scope
}

func sumOf(terms []Term, a Assignment) int {
	sum := 0
	for _, t := range terms {
		sum += t.Coefficient * a[t.Var]
	}
	return sum
}

// rangeOf returns what a sum is at least and at most as far as the domains say.
func (m *Model) rangeOf(terms []Term) (lo, hi int) {
	for _, t := range terms {
		d := m.DomainOf(t.Var)
		least, most := t.Coefficient*d.Min(), t.Coefficient*d.Max()
		lo += min(least, most)
		hi += max(least, most)
	}
	return lo, hi
}

// Sum returns the constraint lo ≤ Σ vars ≤ hi.
func Sum(name string, lo, hi int, vars ...Var) *Linear {
	terms := make([]Term, len(vars))
	for i, v := range vars {
		terms[i] = Term{1, v}
	}
	return &Linear{Name: name, Terms: terms, Lo: lo, Hi: hi}
}

// Substitute takes the terms of values off the bounds.
func (c *Linear) Substitute(s Substitution) Constraint {
	left := &Linear{c.Name, nil, c.Lo, c.Hi}
	for _, t := range c.Terms {
		if place, ok := s.Var(t.Var); ok {
			left.Terms = append(left.Terms, Term{t.Coefficient, place})
			continue
		}
		value, _ := s.value(t.Var)
		if left.Lo != NoLower {
			left.Lo -= t.Coefficient * value
		}
		if left.Hi != NoUpper {
			left.Hi -= t.Coefficient * value
		}
	}
	if len(left.Terms) == 0 {
		return nil
	}
	return left
}

// Simpler leaves out terms and bounds, and takes coefficients and bounds nearer to 0.
func (c *Linear) Simpler() []Constraint {
	list := shorter(c.Terms, func(left []Term) Constraint { return &Linear{c.Name, left, c.Lo, c.Hi} })
	if c.Lo != NoLower && c.Hi != NoUpper {
		list = append(list, &Linear{c.Name, c.Terms, c.Lo, NoUpper}, &Linear{c.Name, c.Terms, NoLower, c.Hi})
	}
	for i, t := range c.Terms {
		for _, coefficient := range nearer(t.Coefficient) {
			list = append(list, &Linear{c.Name, replaced(c.Terms, i, Term{coefficient, t.Var}), c.Lo, c.Hi})
		}
	}
	if c.Lo != NoLower {
		for _, lo := range nearer(c.Lo) {
			list = append(list, &Linear{c.Name, c.Terms, lo, max(lo, c.Hi)})
		}
	}
	if c.Hi != NoUpper {
		for _, hi := range nearer(c.Hi) {
			list = append(list, &Linear{c.Name, c.Terms, c.Lo, hi})
		}
	}
	return list
}

func (c *Linear) validate(m *Model) error {
	switch {
	case c.Lo == NoLower && c.Hi == NoUpper:
		return fmt.Errorf("no bound, expected a lower or an upper one")
	case c.Lo > c.Hi:
		return fmt.Errorf("the lower bound %d is above the upper bound %d", c.Lo, c.Hi)
	case c.Lo != NoLower && (c.Lo < -maxNumber || c.Lo > maxNumber):
		return fmt.Errorf("the lower bound is %d, expected one within %s", c.Lo, numbersText)
	case c.Hi != NoUpper && (c.Hi < -maxNumber || c.Hi > maxNumber):
		return fmt.Errorf("the upper bound is %d, expected one within %s", c.Hi, numbersText)
	}
	return validateTerms(m, c.Terms)
}

// validateTerms reports what makes a sum ill-formed: its terms, or how far it reaches.
func validateTerms(m *Model, terms []Term) error {
	if len(terms) == 0 {
		return fmt.Errorf("expected at least one term")
	}
	most := 0.0
	for _, t := range terms {
		if t.Coefficient == 0 {
			return fmt.Errorf("the coefficient of %s is 0, expected another", m.NameOf(t.Var))
		}
		if t.Coefficient < -maxNumber || t.Coefficient > maxNumber {
			return fmt.Errorf("the coefficient of %s is %d, expected one within %s", m.NameOf(t.Var), t.Coefficient, numbersText)
		}
		d := m.DomainOf(t.Var)
		most += math.Abs(float64(t.Coefficient)) * max(math.Abs(float64(d.Min())), math.Abs(float64(d.Max())))
	}
	if most > maxNumber {
		return fmt.Errorf("the sum may reach %.3g, expected one within %s", most, numbersText)
	}
	return nil
}

func (c *Linear) fields(m *Model) fields {
	f := fields{}.name(c.Name).add("cells", m.namesOf(c.Scope()))
	plain := true
	coefficients := make([]int, len(c.Terms))
	for i, t := range c.Terms {
		coefficients[i] = t.Coefficient
		plain = plain && t.Coefficient == 1
	}
	if !plain {
		f = f.add("coefficients", coefficients)
	}
	if c.Lo == c.Hi {
		return f.add("sum", c.Lo)
	}
	if c.Lo != NoLower {
		f = f.add("min", c.Lo)
	}
	if c.Hi != NoUpper {
		f = f.add("max", c.Hi)
	}
	return f
}

func init() {
	registerKind(kind{name: "linear", rank: 1, read: readLinear, random: randomLinear})
}

func readLinear(d *decoder, f *document.Mapping) Constraint {
	c := &Linear{Name: f.OptionalText("name"), Lo: NoLower, Hi: NoUpper}
	for _, v := range d.vars(f.Required("cells")) {
		c.Terms = append(c.Terms, Term{1, v})
	}
	f.If("coefficients", func(n *node) {
		coefficients := d.Ints(n)
		if len(coefficients) != len(c.Terms) {
			d.Failf(n, "found %d coefficients, expected %d, one a cell", len(coefficients), len(c.Terms))
			return
		}
		for i, a := range coefficients {
			c.Terms[i].Coefficient = a
		}
	})
	sum, lo, hi := f.Optional("sum"), f.Optional("min"), f.Optional("max")
	switch {
	case sum != nil && (lo != nil || hi != nil):
		d.Failf(sum, "found sum beside min or max, expected either")
	case sum != nil:
		c.Lo = d.Int(sum)
		c.Hi = c.Lo
	case lo == nil && hi == nil:
		d.Failf(f.Node, "found no bound, expected sum, min or max")
	}
	if lo != nil {
		c.Lo = d.Int(lo)
	}
	if hi != nil {
		c.Hi = d.Int(hi)
	}
	return c
}

// randomLinear draws bounds around the sum that some assignment has, so that neither all nor no assignments meet them.
func randomLinear(d Drawer) Constraint {
	const maxCoefficient, maxSlack = 3, 4
	c := &Linear{Lo: NoLower, Hi: NoUpper}
	sum := 0
	for _, v := range d.Vars(1) {
		coefficient := between(d, 1, maxCoefficient)
		if d.IntN(2) == 1 {
			coefficient = -coefficient
		}
		c.Terms = append(c.Terms, Term{coefficient, v})
		sum += coefficient * d.Example(v)
	}
	if d.Witness() != nil && !d.Spared() {
		sum += between(d, -maxSlack, maxSlack)
	}
	bounds := d.IntN(4)
	if bounds != 1 {
		c.Lo = sum - d.IntN(maxSlack+1)
	}
	if bounds != 2 {
		c.Hi = sum + d.IntN(maxSlack+1)
	}
	return c
}
