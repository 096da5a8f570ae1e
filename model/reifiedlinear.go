package model

import (
	"slices"

	"qmsat/internal/input"
)

// ReifiedLinear ties a condition to a sum. Lo ≤ Σ aᵢxᵢ ≤ Hi (or its negation if Outside is set) holds if and only if If holds. If
// Half is set, it must hold if If does, and may hold otherwise. Without If it always holds. A [Linear] cannot express the
// negation: x - y outside 0..0 is x ≠ y.
type ReifiedLinear struct {
	Name    string // may be empty
	Terms   []Term // at least one, each variable once
	Lo, Hi  int    // NoLower or NoUpper if there is no bound
	Outside bool
	If      *In // on a variable of no term; may be nil
	Half    bool
}

// The methods of [Constraint].

func (c *ReifiedLinear) Kind() string  { return "reified-linear" }
func (c *ReifiedLinear) Label() string { return c.Name }
func (c *ReifiedLinear) Named(name string) Constraint {
	named := *c
	named.Name = name
	return &named
}

// Scope returns the variables of the terms, then the variable of If.
func (c *ReifiedLinear) Scope() []Var {
	scope := scopeOf(c.Terms)
	if c.If != nil {
		scope = append(scope, c.If.Var)
	}
	return scope
}

// Holds compares the sum with what the condition requires.
func (c *ReifiedLinear) Holds(a Assignment) bool {
	sum := sumOf(c.Terms, a)
	within := c.Lo <= sum && sum <= c.Hi
	return Meets(within != c.Outside, c.If, c.Half, a)
}

// Substitute subtracts the terms replaced by values from the bounds. If only a condition remains, the result is a [Rule]. A
// condition whose variable is gone without a value counts as true.
func (c *ReifiedLinear) Substitute(s Substitution) Constraint {
	left := *c
	left.Terms, left.Lo, left.Hi = s.sum(c.Terms, c.Lo, c.Hi)
	if c.If != nil {
		condition := s.Formula(*c.If)
		atom, open := condition.(In)
		switch {
		case open && len(left.Terms) > 0:
			left.If = &atom
		case open:
			return left.rule(atom)
		case condition.Eval(nil):
			left.If, left.Half = nil, false
		case c.Half:
			return nil
		default:
			left.If, left.Outside = nil, !c.Outside
		}
	}
	if len(left.Terms) == 0 {
		return nil
	}
	return &left
}

// rule returns what a constraint without terms requires of its condition, or nil if it requires nothing.
func (c *ReifiedLinear) rule(condition In) Constraint {
	met := (c.Lo <= 0 && 0 <= c.Hi) != c.Outside
	switch {
	case !met:
		return &Rule{c.Name, Not{condition}}
	case c.Half:
		return nil
	default:
		return &Rule{c.Name, condition}
	}
}

// Simpler makes the sum and the condition simpler, and drops Half and Outside.
func (c *ReifiedLinear) Simpler() []Constraint {
	changed := func(change func(c *ReifiedLinear)) Constraint {
		simpler := *c
		change(&simpler)
		return &simpler
	}
	var list []Constraint
	if c.If != nil {
		list = append(list, changed(func(c *ReifiedLinear) { c.If, c.Half = nil, false }))
	}
	if c.Outside {
		list = append(list, changed(func(c *ReifiedLinear) { c.Outside = false }))
	}
	if c.Half {
		list = append(list, changed(func(c *ReifiedLinear) { c.Half = false }))
	}
	list = slices.Concat(list, simplerSums(c.Terms, c.Lo, c.Hi, func(terms []Term, lo, hi int) Constraint {
		return changed(func(c *ReifiedLinear) { c.Terms, c.Lo, c.Hi = terms, lo, hi })
	}))
	if c.If != nil {
		for _, f := range c.If.Less() {
			atom := f.(In)
			list = append(list, changed(func(c *ReifiedLinear) { c.If = &atom }))
		}
	}
	return list
}

func (c *ReifiedLinear) Normal() Constraint {
	normal := *c
	normal.Terms = normalTerms(c.Terms)
	return &normal
}

func (c *ReifiedLinear) Validate(m *Model) error {
	if err := validateSum(m, c.Terms, c.Lo, c.Hi); err != nil {
		return err
	}
	return ValidateCondition(m, c.If, c.Half)
}

func (c *ReifiedLinear) Fields(m *Model) Fields {
	f := sumFields(m, c.Name, c.Terms, c.Lo, c.Hi)
	if c.Outside {
		f = f.Add("outside", true)
	}
	return f.Condition(m, c.If, c.Half)
}

func init() {
	RegisterKind(Kind{Of: (*ReifiedLinear)(nil), Rank: 4, Read: readReifiedLinear, Random: randomReifiedLinear})
}

func readReifiedLinear(d *Decoder, f *input.Mapping) Constraint {
	c := &ReifiedLinear{Name: f.OptionalText("name")}
	c.Terms, c.Lo, c.Hi = readSum(d, f)
	c.Outside = d.IsTrue(f, "outside")
	c.If, c.Half = d.Condition(f)
	return c
}

// randomReifiedLinear negates the sum's requirement if the witness must meet the constraint and does not.
func randomReifiedLinear(d Drawer) Constraint {
	vars := d.Vars(2)
	c := &ReifiedLinear{Outside: d.IntN(2) == 1}
	if condition := d.IntN(3); condition < 2 && len(vars) > 1 {
		last := len(vars) - 1
		c.If, c.Half = &In{vars[last], Values(d.Example(vars[last]), d.Value())}, condition == 1
		vars = vars[:last]
	}
	spared := d.Spared()
	c.Terms, c.Lo, c.Hi = randomSum(d, vars, spared)
	if OneIn(d, 3) && c.Lo != NoLower {
		c.Hi = c.Lo
	}
	if spared && !c.Holds(d.Witness()) {
		c.Outside = !c.Outside
	}
	return c
}
