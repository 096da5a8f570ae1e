package model

import "qmsat/internal/lists"

// Permutation moves values. The zero value moves none.
type Permutation struct {
	A, B     int
	Reversed bool // v becomes A + B − v; otherwise A and B are exchanged
}

// Of returns the image of a value.
func (p Permutation) Of(value int) int {
	switch {
	case p.Reversed || value == p.A:
		return p.A + p.B - value
	case value == p.B:
		return p.A
	}
	return value
}

// Moves reports whether some value may not stay.
func (p Permutation) Moves() bool { return p.Reversed || p.A != p.B }

// Domain returns the images of values.
func (p Permutation) Domain(d Domain) Domain {
	switch {
	case p.Reversed:
		return NewDomain(lists.Map(d.Ranges(), func(r Range) Range { return Range{p.Of(r.Hi), p.Of(r.Lo)} })...)
	case d.Contains(p.A) == d.Contains(p.B):
		return d
	}
	moved := Values(p.A, p.B)
	return d.Minus(moved).Union(moved.Minus(d))
}

// Permuted returns the constraint that holds for the images of values exactly if c holds for the values. It returns nil if the
// kind cannot say it.
func Permuted(c Constraint, p Permutation) Constraint {
	if !p.Moves() {
		return c
	}
	if c, is := c.(interface {
		permuted(p Permutation) Constraint
	}); is {
		return c.permuted(p)
	}
	return nil
}

func (c *AllDifferent) permuted(Permutation) Constraint { return c }

func (c *Table) permuted(p Permutation) Constraint {
	tuples := lists.Map(c.Tuples, func(tuple []int) []int { return lists.Map(tuple, p.Of) })
	return &Table{c.Name, c.Vars, tuples, c.Forbidden}
}

func (c *Linear) permuted(p Permutation) Constraint {
	if !p.Reversed {
		return nil
	}
	total := (p.A + p.B) * lists.Sum(c.Terms, func(t Term) int { return t.Coefficient })
	image := &Linear{c.Name, c.Terms, NoLower, NoUpper}
	if c.Hi != NoUpper {
		image.Lo = total - c.Hi
	}
	if c.Lo != NoLower {
		image.Hi = total - c.Lo
	}
	return image
}

func (c *Rule) permuted(p Permutation) Constraint {
	return &Rule{c.Name, MapAtoms(c.Formula, func(atom In) Formula { return In{atom.Var, p.Domain(atom.Values)} })}
}
