package model

import (
	"fmt"
	"reflect"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"

	"go.yaml.in/yaml/v4"
)

// Entry is an item of a model file's constraints: a clue or a constraint.
type Entry struct {
	Named      Named
	Constraint Constraint
}

// Parts returns the constraints that an entry within another clue means.
func (e Entry) Parts(d *Definition) []Constraint {
	if e.Named == nil {
		return []Constraint{e.Constraint}
	}
	return d.Parts(e.Named)
}

// entry reads a constraint or a clue.
func (d *decoder) entry(m *Model, n *node) Entry {
	f := d.Mapping(n)
	kindNode := f.Required("kind")
	if d.Err() != nil {
		return Entry{}
	}
	if named, is := namedKinds.Entries[kindNode.Value]; is {
		return Entry{Named: d.named(m, named, f)}
	}
	kind, known := kinds.Entries[kindNode.Value]
	if kindNode.Kind != yaml.ScalarNode || !known {
		d.Failf(kindNode, "found %s, expected %s", input.Describe(kindNode), expectedKind(kindNode.Value))
	}
	if d.Err() != nil {
		return Entry{}
	}
	c := kind.read(d, f)
	f.Done()
	return Entry{Constraint: d.valid(m, n, c)}
}

// constraint reads a constraint that is part of another one; a clue is no constraint.
func (d *decoder) constraint(m *Model, n *node) Constraint {
	entry := d.entry(m, n)
	if entry.Named != nil {
		d.Failf(n, "found the variant %s, expected %s", KindOf(entry.Named), strings.Join(KindNames(), ", "))
	}
	return entry.Constraint
}

// add adds an entry read from a node to the model.
func (d *decoder) add(m *Model, n *node, e Entry) {
	switch {
	case d.Err() != nil:
	case e.Named == nil:
		m.Constraints = append(m.Constraints, e.Constraint)
	default:
		before := len(m.Variables)
		if err := m.AddClue(e.Named); err != nil {
			d.Failf(n, "%v", err)
		}
		for v, variable := range m.Variables[before:] {
			d.names[variable.Name] = Var(before + v)
		}
	}
}

// valid returns the constraint read from n, or reports why it is malformed.
func (d *decoder) valid(m *Model, n *node, c Constraint) Constraint {
	if d.Err() != nil {
		return nil
	}
	if err := m.validateConstraint(c); err != nil {
		d.Failf(n, "%s: %v", c.Kind(), err)
	}
	return c
}

// Shifted returns the entry with all of its cells moved down and right. Clues that have no cells of their own, such as outside
// clues, cannot be moved.
func (e Entry) Shifted(m *Model, down, right int) (moved Entry, err error) {
	at := func(v Var) Var {
		if !m.isCell(v) {
			err = fmt.Errorf("found %s, expected cells of the grid", m.NameOf(v))
			return v
		}
		row, column, _ := m.Grid.Coordinates(v)
		row, column = row+down, column+right
		if row < 0 || column < 0 || row >= m.Grid.Rows || column >= m.Grid.Columns {
			err = fmt.Errorf("found %s moved to row %d and column %d, expected a cell of the grid", m.NameOf(v), row+1, column+1)
			return v
		}
		return m.Grid.Cell(row, column)
	}
	if e.Named == nil {
		return Entry{Constraint: e.Constraint.Substitute(Substitution{Var: func(v Var) (Var, bool) { return at(v), true }})}, err
	}
	n := namedKinds.Entries[KindOf(e.Named)].New()
	reflect.ValueOf(n).Elem().Set(reflect.ValueOf(e.Named).Elem())
	found := false
	move := func(cells Cells) Cells { return lists.Map(cells, at) }
	shift := func(e Entry) Entry {
		inner, failed := e.Shifted(m, down, right)
		if failed != nil {
			err = failed
		}
		return inner
	}
	for _, field := range FieldsOf(n) {
		switch into := field.Value.Addr().Interface().(type) {
		case *Cells:
			*into, found = move(*into), true
		case *[]Cells:
			*into, found = lists.Map(*into, move), true
		case *[]Entry:
			*into, found = lists.Map(*into, shift), true
		case *[][]Entry:
			*into, found = lists.Map(*into, func(branch []Entry) []Entry { return lists.Map(branch, shift) }), true
		}
	}
	if !found {
		return Entry{}, fmt.Errorf("found %s, expected an entry with cells that can be moved", KindOf(e.Named))
	}
	return Entry{Named: n}, err
}
