package model

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
)

// NoLower and NoUpper stand for a linear constraint's missing bound.
const (
	NoLower = math.MinInt
	NoUpper = math.MaxInt
)

// MaxNumber bounds absolute values: of domain values, of a linear constraint's coefficients and bounds, and of Σ |aᵢ|·max|xᵢ|. So
// no engine's sum or difference overflows. NumbersText states the limit in errors.
const (
	MaxNumber   = 1 << 52
	NumbersText = "±2^52"
)

// WithinNumbers reports whether all values of d are within MaxNumber.
func WithinNumbers(d Domain) bool {
	return d.Empty() || d.Min() >= -MaxNumber && d.Max() <= MaxNumber
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
	Lo, Hi int    // NoLower or NoUpper if there is no bound
}

// The methods of [Constraint].

func (c *Linear) Kind() string                 { return "linear" }
func (c *Linear) Label() string                { return c.Name }
func (c *Linear) Scope() []Var                 { return scopeOf(c.Terms) }
func (c *Linear) Named(name string) Constraint { return &Linear{name, c.Terms, c.Lo, c.Hi} }

// Bounds returns the bounds of the sum. They do not depend on the order of the terms.
func (c *Linear) Bounds() (lo, hi int) { return c.Lo, c.Hi }

// Holds reports whether the sum is within the bounds.
func (c *Linear) Holds(a Assignment) bool {
	sum := sumOf(c.Terms, a)
	return c.Lo <= sum && sum <= c.Hi
}

func scopeOf(terms []Term) []Var {
	return lists.Map(terms, func(t Term) Var { return t.Var })
}

func sumOf(terms []Term, a Assignment) int {
	sum := 0
	for _, t := range terms {
		sum += t.Coefficient * a[t.Var]
	}
	return sum
}

// BoundsText writes the bounds for people: 15, 13..17, ≤ 17 or ≥ 13.
func (c *Linear) BoundsText() string {
	switch {
	case c.Lo == c.Hi:
		return strconv.Itoa(c.Lo)
	case c.Lo == NoLower:
		return fmt.Sprintf("≤ %d", c.Hi)
	case c.Hi == NoUpper:
		return fmt.Sprintf("≥ %d", c.Lo)
	}
	return fmt.Sprintf("%d..%d", c.Lo, c.Hi)
}

// Weighted reports whether some coefficient is not 1.
func (c *Linear) Weighted() bool {
	return slices.ContainsFunc(c.Terms, func(t Term) bool { return t.Coefficient != 1 })
}

// SumText writes a sum for people: a - 2 b.
func (m *Model) SumText(terms []Term) string {
	var words []string
	for i, t := range terms {
		switch {
		case t.Coefficient < 0:
			words = append(words, "-")
		case i > 0:
			words = append(words, "+")
		}
		if weight := max(t.Coefficient, -t.Coefficient); weight != 1 {
			words = append(words, strconv.Itoa(weight))
		}
		words = append(words, m.NameOf(t.Var))
	}
	return strings.Join(words, " ")
}

// rangeOf returns the least and the greatest sum that the domains allow.
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
	return &Linear{Name: name, Terms: plainTerms(vars), Lo: lo, Hi: hi}
}

func plainTerms(vars []Var) []Term { return lists.Map(vars, func(v Var) Term { return Term{1, v} }) }

// Substitute subtracts the terms replaced by values from the bounds.
func (c *Linear) Substitute(s Substitution) Constraint {
	terms, lo, hi := s.sum(c.Terms, c.Lo, c.Hi)
	if len(terms) == 0 {
		return nil
	}
	return &Linear{c.Name, terms, lo, hi}
}

// sum returns the rest of a bounded sum: it subtracts the terms of values from the bounds.
func (s Substitution) sum(terms []Term, lo, hi int) (left []Term, newLo, newHi int) {
	for _, t := range terms {
		if image, ok := s.Var(t.Var); ok {
			left = append(left, Term{t.Coefficient, image})
			continue
		}
		value, _ := s.ValueOf(t.Var)
		if lo != NoLower {
			lo -= t.Coefficient * value
		}
		if hi != NoUpper {
			hi -= t.Coefficient * value
		}
	}
	return left, lo, hi
}

// Simpler drops terms and bounds, and moves coefficients and bounds nearer to 0.
func (c *Linear) Simpler() []Constraint {
	return simplerSums(c.Terms, c.Lo, c.Hi, func(terms []Term, lo, hi int) Constraint { return &Linear{c.Name, terms, lo, hi} })
}

// simplerSums rebuilds a constraint on a bounded sum with simpler sums.
func simplerSums(terms []Term, lo, hi int, rebuild func(terms []Term, lo, hi int) Constraint) []Constraint {
	list := lists.Shorter(terms, func(left []Term) Constraint { return rebuild(left, lo, hi) })
	if lo != NoLower && hi != NoUpper {
		list = append(list, rebuild(terms, lo, NoUpper), rebuild(terms, NoLower, hi))
	}
	for i, t := range terms {
		for _, coefficient := range nearer(t.Coefficient) {
			list = append(list, rebuild(lists.Replaced(terms, i, Term{coefficient, t.Var}), lo, hi))
		}
	}
	if lo != NoLower {
		list = append(list, lists.Map(nearer(lo), func(lo int) Constraint { return rebuild(terms, lo, max(lo, hi)) })...)
	}
	if hi != NoUpper {
		list = append(list, lists.Map(nearer(hi), func(hi int) Constraint { return rebuild(terms, lo, hi) })...)
	}
	return list
}

func (c *Linear) Normal() Constraint { return &Linear{c.Name, normalTerms(c.Terms), c.Lo, c.Hi} }

func normalTerms(terms []Term) []Term {
	return slices.SortedFunc(slices.Values(terms), func(a, b Term) int { return cmp.Compare(a.Var, b.Var) })
}

func (c *Linear) Validate(m *Model) error { return validateSum(m, c.Terms, c.Lo, c.Hi) }

// validateSum reports a malformed bounded sum.
func validateSum(m *Model, terms []Term, lo, hi int) error {
	switch {
	case lo == NoLower && hi == NoUpper:
		return fmt.Errorf("no bound, expected a lower or an upper one")
	case lo > hi:
		return fmt.Errorf("the lower bound %d is above the upper bound %d", lo, hi)
	case lo != NoLower && (lo < -MaxNumber || lo > MaxNumber):
		return fmt.Errorf("the lower bound is %d, expected one within %s", lo, NumbersText)
	case hi != NoUpper && (hi < -MaxNumber || hi > MaxNumber):
		return fmt.Errorf("the upper bound is %d, expected one within %s", hi, NumbersText)
	}
	return validateTerms(m, terms)
}

// validateTerms reports a malformed sum: bad terms, or too large a range.
func validateTerms(m *Model, terms []Term) error {
	if len(terms) == 0 {
		return fmt.Errorf("expected at least one term")
	}
	most := 0.0
	for _, t := range terms {
		if t.Coefficient == 0 {
			return fmt.Errorf("the coefficient of %s is 0, expected another", m.NameOf(t.Var))
		}
		if t.Coefficient < -MaxNumber || t.Coefficient > MaxNumber {
			return fmt.Errorf("the coefficient of %s is %d, expected one within %s", m.NameOf(t.Var), t.Coefficient, NumbersText)
		}
		d := m.DomainOf(t.Var)
		most += math.Abs(float64(t.Coefficient)) * max(math.Abs(float64(d.Min())), math.Abs(float64(d.Max())))
	}
	if most > MaxNumber {
		return fmt.Errorf("the sum may reach %.3g, expected one within %s", most, NumbersText)
	}
	return nil
}

func (c *Linear) Fields(m *Model) Fields { return sumFields(m, c.Name, c.Terms, c.Lo, c.Hi) }

// sumFields lists the fields of a bounded sum in a model file.
func sumFields(m *Model, name string, terms []Term, lo, hi int) Fields {
	f := Fields{}.Name(name).Add("cells", m.NamesOf(scopeOf(terms)))
	plain := true
	coefficients := make([]int, len(terms))
	for i, t := range terms {
		coefficients[i] = t.Coefficient
		plain = plain && t.Coefficient == 1
	}
	if !plain {
		f = f.Add("coefficients", coefficients)
	}
	if lo == hi {
		return f.Add("sum", lo)
	}
	if lo != NoLower {
		f = f.Add("min", lo)
	}
	if hi != NoUpper {
		f = f.Add("max", hi)
	}
	return f
}

func init() {
	RegisterKind(Kind{Of: (*Linear)(nil), Rank: 1, Read: readLinear, Random: randomLinear})
}

func readLinear(d *Decoder, f *input.Mapping) Constraint {
	c := &Linear{Name: f.OptionalText("name")}
	c.Terms, c.Lo, c.Hi = readSum(d, f)
	return c
}

// readSum reads the fields of sumFields.
func readSum(d *Decoder, f *input.Mapping) (terms []Term, lower, upper int) {
	terms = plainTerms(d.Vars(f.Required("cells")))
	f.If("coefficients", func(n *node) {
		coefficients := d.Ints(n)
		if len(coefficients) != len(terms) {
			d.Failf(n, "found %d coefficients, expected %d, one per cell", len(coefficients), len(terms))
			return
		}
		for i, a := range coefficients {
			terms[i].Coefficient = a
		}
	})
	lower, upper = NoLower, NoUpper
	sum, lo, hi := f.Optional("sum"), f.Optional("min"), f.Optional("max")
	switch {
	case sum != nil && (lo != nil || hi != nil):
		d.Failf(sum, "found sum and min or max, expected one of them")
	case sum != nil:
		lower = d.Int(sum)
		upper = lower
	case lo == nil && hi == nil:
		d.Failf(f.Node, "found no bound, expected sum, min or max")
	}
	if lo != nil {
		lower = d.Int(lo)
	}
	if hi != nil {
		upper = d.Int(hi)
	}
	return terms, lower, upper
}

// randomLinear draws a sum of any variables.
func randomLinear(d Drawer) Constraint {
	c := &Linear{}
	c.Terms, c.Lo, c.Hi = randomSum(d, d.Vars(1), d.Spared())
	return c
}

// randomSum draws bounds around the sum of some assignment, so that some assignments meet them and others do not. The assignment
// meets them if spared is set.
func randomSum(d Drawer, vars []Var, spared bool) (terms []Term, lo, hi int) {
	const maxCoefficient, maxSlack = 3, 4
	sum := 0
	for _, v := range vars {
		coefficient := Between(d, 1, maxCoefficient)
		if d.IntN(2) == 1 {
			coefficient = -coefficient
		}
		terms = append(terms, Term{coefficient, v})
		sum += coefficient * d.Example(v)
	}
	if d.Witness() != nil && !spared {
		sum += Between(d, -maxSlack, maxSlack)
	}
	lo, hi = NoLower, NoUpper
	bounds := d.IntN(4)
	if bounds != 1 {
		lo = sum - d.IntN(1+d.IntN(maxSlack+1))
	}
	if bounds != 2 {
		hi = sum + d.IntN(1+d.IntN(maxSlack+1))
	}
	return terms, lo, hi
}
