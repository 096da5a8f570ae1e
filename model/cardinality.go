package model

import (
	"fmt"
	"slices"

	"qmsat/internal/document"
	"qmsat/internal/lists"
)

// Cardinality says how often some values occur among variables: for each value within bounds, or as often as another variable
// says.
type Cardinality struct {
	Name   string  // may be empty
	Vars   []Var   // at least one, each once
	Values []int   // at least one, each once
	Times  []Range // by value; nil if Counts is not
	Counts []Var   // by value; may be repeated, and may be among Vars
}

// The methods of [Constraint].

func (c *Cardinality) Kind() string  { return "count" }
func (c *Cardinality) Label() string { return c.Name }
func (c *Cardinality) Scope() []Var  { return eachOnce(slices.Concat(c.Vars, c.Counts)...) }

// Named returns the constraint with another name.
func (c *Cardinality) Named(name string) Constraint {
	return &Cardinality{name, c.Vars, c.Values, c.Times, c.Counts}
}

// Holds counts each value.
func (c *Cardinality) Holds(a Assignment) bool {
	for i, value := range c.Values {
		n := lists.Count(c.Vars, func(v Var) bool { return a[v] == value })
		if c.Counts != nil && a[c.Counts[i]] != n || c.Counts == nil && (n < c.Times[i].Lo || n > c.Times[i].Hi) {
			return false
		}
	}
	return true
}

// Substitute subtracts the values of variables from the bounds. It drops the constraint if that leaves a negative bound, if a
// count does not stay, or if values would have to be subtracted from counts, because the kind cannot express the rest.
func (c *Cardinality) Substitute(s Substitution) Constraint {
	left := &Cardinality{c.Name, s.Vars(c.Vars), c.Values, slices.Clone(c.Times), s.Vars(c.Counts)}
	if len(left.Counts) < len(c.Counts) || len(left.Vars) == 0 || len(left.Vars) < len(c.Vars) && s.Value != nil && c.Counts != nil {
		return nil
	}
	for _, v := range c.Vars {
		if _, stays := s.Var(v); stays || c.Counts != nil {
			continue
		}
		value, known := s.value(v)
		if i := slices.Index(c.Values, value); known && i >= 0 {
			left.Times[i] = Range{max(left.Times[i].Lo-1, 0), left.Times[i].Hi - 1}
		}
	}
	if slices.ContainsFunc(left.Times, func(r Range) bool { return r.Hi < 0 }) {
		return nil
	}
	return left
}

// Simpler leaves out variables and values, and makes bounds simpler.
func (c *Cardinality) Simpler() []Constraint {
	list := shorter(c.Vars, func(left []Var) Constraint { return &Cardinality{c.Name, left, c.Values, c.Times, c.Counts} })
	for i := range c.Values {
		less := &Cardinality{Name: c.Name, Vars: c.Vars, Values: slices.Delete(slices.Clone(c.Values), i, i+1)}
		if c.Counts == nil {
			less.Times = slices.Delete(slices.Clone(c.Times), i, i+1)
		} else {
			less.Counts = slices.Delete(slices.Clone(c.Counts), i, i+1)
		}
		list = append(list, less)
	}
	for i, times := range c.Times {
		simpler := lists.Map(nearer(times.Lo), func(lo int) Range { return Range{lo, times.Hi} })
		simpler = append(simpler, lists.Map(nearer(times.Hi), func(hi int) Range { return Range{times.Lo, hi} })...)
		for _, r := range simpler {
			list = append(list, &Cardinality{c.Name, c.Vars, c.Values, replaced(c.Times, i, r), nil})
		}
	}
	return list
}

func (c *Cardinality) validate(m *Model) error {
	switch {
	case len(c.Values) == 0:
		return fmt.Errorf("found no values, expected at least one")
	case c.Counts != nil && c.Times != nil || len(c.Counts)+len(c.Times) != len(c.Values):
		return fmt.Errorf("found bounds for %d and counts for %d of %d values, expected one of them for each",
			len(c.Times), len(c.Counts), len(c.Values))
	}
	for i, value := range c.Values {
		if slices.Contains(c.Values[:i], value) {
			return fmt.Errorf("the value %d appears twice, expected once", value)
		}
		if !withinNumbers(Values(value)) {
			return fmt.Errorf("the value %d, expected one within %s", value, numbersText)
		}
	}
	for i, times := range c.Times {
		if times.Lo < 0 || times.Hi < times.Lo {
			return fmt.Errorf("the value %d occurs %v times, expected numbers from 0 on, the lower first", c.Values[i], times)
		}
	}
	if err := m.validateScope(c.Vars); err != nil {
		return err
	}
	return validateSome(c.Vars)
}

func (c *Cardinality) fields(m *Model) fields {
	f := fields{}.name(c.Name).add("cells", m.namesOf(c.Vars)).add("values", c.Values)
	if c.Counts != nil {
		return f.add("counts", m.namesOf(c.Counts))
	}
	return f.add("times", lists.Map(c.Times, func(r Range) any { return NewDomain(r).written() }))
}

func init() {
	registerKind(kind{name: "count", rank: 7, read: readCardinality, random: randomCardinality})
}

func readCardinality(d *decoder, f *document.Mapping) Constraint {
	c := &Cardinality{Name: f.OptionalText("name"), Vars: d.vars(f.Required("cells")), Values: d.Ints(f.Required("values"))}
	switch bounds, areCounts := f.Either("times", "counts"); {
	case bounds == nil:
		d.Failf(f.Node, "found no bounds, expected times or counts")
	case areCounts:
		c.Counts = d.list(bounds)
	default:
		c.Times = lists.Map(d.Sequence(bounds), func(n *node) Range { return d.valueRange(n, "a number or a range lo..hi") })
	}
	return c
}

// randomCardinality draws values with bounds around those that the witness has, or counts if the witness's are right.
func randomCardinality(d Drawer) Constraint {
	const maxValues = 3
	c := &Cardinality{Vars: d.Vars(1)}
	for range between(d, 1, maxValues) {
		if value := d.Value(); !slices.Contains(c.Values, value) {
			c.Values = append(c.Values, value)
		}
	}
	if oneIn(d, 3) {
		c.Counts = lists.Map(c.Values, func(int) Var { return d.Var() })
		if !d.Spared() || c.Holds(d.Witness()) {
			return c
		}
		c.Counts = nil
	}
	spared := d.Spared()
	for _, value := range c.Values {
		least := d.IntN(len(c.Vars) + 1)
		times := Range{least, between(d, least, len(c.Vars))}
		if spared {
			n := lists.Count(c.Vars, func(v Var) bool { return d.Witness()[v] == value })
			times = Range{min(times.Lo, n), max(times.Hi, n)}
		}
		c.Times = append(c.Times, times)
	}
	return c
}
