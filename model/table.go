package model

import (
	"fmt"
	"slices"

	"qmsat/model/document"
)

// Table lists tuples: the variables take one of them together, or, where Forbidden is set, none of them.
type Table struct {
	Name      string  // may be empty
	Vars      []Var   // at least one, each once
	Tuples    [][]int // each as long as Vars; values outside the domains are allowed and never taken
	Forbidden bool
}

// Kind returns "table".
func (c *Table) Kind() string { return "table" }

// Label returns the constraint's name.
func (c *Table) Label() string { return c.Name }

// Scope returns the variables.
func (c *Table) Scope() []Var { return c.Vars }

// Holds reports whether the variables' values are a tuple of the list, or of none where the list is of forbidden ones.
func (c *Table) Holds(a Assignment) bool {
	listed := slices.ContainsFunc(c.Tuples, func(tuple []int) bool {
		for i, v := range c.Vars {
			if a[v] != tuple[i] {
				return false
			}
		}
		return true
	})
	return listed != c.Forbidden
}

func (c *Table) validate(*Model) error {
	if len(c.Vars) == 0 {
		return fmt.Errorf("expected at least one variable")
	}
	for i, tuple := range c.Tuples {
		if len(tuple) != len(c.Vars) {
			return fmt.Errorf("tuple %d has %d values, expected %d", i+1, len(tuple), len(c.Vars))
		}
	}
	return nil
}

func (c *Table) fields(m *Model) fields {
	key := "allowed"
	if c.Forbidden {
		key = "forbidden"
	}
	tuples := sequenceNode()
	for _, tuple := range c.Tuples {
		tuples.Content = append(tuples.Content, intsNode(tuple))
	}
	return fields{}.name(c.Name).add("cells", m.varsNode(c.Vars)).add(key, tuples)
}

func init() {
	registerKind("table", func(d *decoder, f *document.Mapping) Constraint {
		c := &Table{Name: f.OptionalText("name"), Vars: d.vars(f.Required("cells"))}
		allowed, forbidden := f.Optional("allowed"), f.Optional("forbidden")
		tuples := allowed
		if c.Forbidden = forbidden != nil; c.Forbidden {
			tuples = forbidden
		}
		switch {
		case allowed == nil && forbidden == nil:
			d.Failf(f.Node, "found no tuples, expected allowed or forbidden")
		case allowed != nil && forbidden != nil:
			d.Failf(forbidden, "found forbidden beside allowed, expected either")
		}
		for _, node := range d.Sequence(tuples) {
			tuple := d.Ints(node)
			if len(tuple) != len(c.Vars) {
				d.Failf(node, "found a tuple of %d values, expected %d, one a cell", len(tuple), len(c.Vars))
			}
			c.Tuples = append(c.Tuples, tuple)
		}
		return c
	})
}
