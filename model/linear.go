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

// Kind returns "linear".
func (c *Linear) Kind() string { return "linear" }

// Label returns the constraint's name.
func (c *Linear) Label() string { return c.Name }

// Scope returns the variables of the terms.
func (c *Linear) Scope() []Var {
	scope := make([]Var, len(c.Terms))
	for i, t := range c.Terms {
		scope[i] = t.Var
	}
	return scope
}

// Holds reports whether the sum is within the bounds.
func (c *Linear) Holds(a Assignment) bool {
	sum := 0
	for _, t := range c.Terms {
		sum += t.Coefficient * a[t.Var]
	}
	return c.Lo <= sum && sum <= c.Hi
}

// Sum returns the constraint lo ≤ Σ vars ≤ hi.
func Sum(name string, lo, hi int, vars ...Var) *Linear {
	terms := make([]Term, len(vars))
	for i, v := range vars {
		terms[i] = Term{1, v}
	}
	return &Linear{Name: name, Terms: terms, Lo: lo, Hi: hi}
}

func (c *Linear) validate(m *Model) error {
	if len(c.Terms) == 0 {
		return fmt.Errorf("expected at least one term")
	}
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
	most := 0.0
	for _, t := range c.Terms {
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
	f := fields{}.name(c.Name).add("cells", m.varsNode(c.Scope()))
	plain := true
	coefficients := make([]int, len(c.Terms))
	for i, t := range c.Terms {
		coefficients[i] = t.Coefficient
		plain = plain && t.Coefficient == 1
	}
	if !plain {
		f = f.add("coefficients", intsNode(coefficients))
	}
	if c.Lo == c.Hi {
		return f.add("sum", intNode(c.Lo))
	}
	if c.Lo != NoLower {
		f = f.add("min", intNode(c.Lo))
	}
	if c.Hi != NoUpper {
		f = f.add("max", intNode(c.Hi))
	}
	return f
}

func init() {
	registerKind("linear", func(d *decoder, f *document.Mapping) Constraint {
		c := &Linear{Name: f.OptionalText("name"), Lo: NoLower, Hi: NoUpper}
		for _, v := range d.vars(f.Required("cells")) {
			c.Terms = append(c.Terms, Term{1, v})
		}
		if node := f.Optional("coefficients"); node != nil {
			coefficients := d.Ints(node)
			if len(coefficients) != len(c.Terms) {
				d.Failf(node, "found %d coefficients, expected %d, one a cell", len(coefficients), len(c.Terms))
			}
			for i, a := range coefficients {
				c.Terms[i].Coefficient = a
			}
		}
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
	})
}
