package model

import (
	"fmt"
	"reflect"

	"qmsat/internal/lists"
)

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
	for _, field := range fieldsOf(n) {
		switch into := field.value.Addr().Interface().(type) {
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
