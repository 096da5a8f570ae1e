package variant

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
	"qmsat/model"

	"go.yaml.in/yaml/v4"
)

// Entry is an item of a document's constraints: a clue or a constraint.
type Entry struct {
	Clue       Clue
	Constraint model.Constraint
}

// Entries returns clues as entries.
func Entries[C Clue](clues ...C) []Entry {
	return lists.Map(clues, func(n C) Entry { return Entry{Clue: n} })
}

// Kind returns the kind of the clue or constraint.
func (e Entry) Kind() string {
	if e.Clue != nil {
		return KindOf(e.Clue)
	}
	return e.Constraint.Kind()
}

// Label returns the name of the clue or constraint, or "" if it has none.
func (e Entry) Label() string {
	if e.Clue != nil {
		return e.Clue.Label()
	}
	return e.Constraint.Label()
}

// Parts returns the constraints that an entry within another clue means.
func (e Entry) Parts(d *Definition) []model.Constraint {
	if e.Clue == nil {
		return []model.Constraint{e.Constraint}
	}
	return d.Parts(e.Clue)
}

// ReadEntry reads a constraint or a clue.
func ReadEntry(d *model.Decoder, n *input.Node) Entry {
	f := d.Mapping(n)
	word := f.Required("kind")
	if d.Err() != nil {
		return Entry{}
	}
	if kind, is := registered.Entries[word.Value]; is && word.Kind == yaml.ScalarNode {
		return Entry{Clue: kind.read(d, f)}
	}
	return Entry{Constraint: d.ConstraintOf(n, f, word)}
}

// Unknown says what is wrong with a kind that is none of a constraint, where an entry or a constraint is expected.
func Unknown(word *input.Node) string {
	if _, is := registered.Entries[word.Value]; is {
		return fmt.Sprintf("found the variant %s, expected %s", word.Value, strings.Join(model.KindNames(), ", "))
	}
	return fmt.Sprintf("found %s, expected %s", input.Describe(word), expectedKind(word.Value))
}

// expectedKind returns what an unknown kind should have been: the kinds that a reader may have meant by the word, or a list.
func expectedKind(word string) string {
	var meant []string
	for _, kind := range Kinds() {
		if slices.ContainsFunc(append(kind.Also, kind.Name), func(known string) bool { return alike(word, known) }) {
			meant = append(meant, kind.Name)
		}
	}
	if len(meant) > 0 {
		return strings.Join(meant, " or ")
	}
	return strings.Join(model.KindNames(), ", ") + ", or a kind of qmsat help variants"
}

// alike reports whether two words differ only in case, hyphens and blanks, or, from four letters on, in one letter, or in the end
// that one has more.
func alike(a, b string) bool {
	plain := strings.NewReplacer("-", "", "_", "", " ", "")
	a, b = strings.ToLower(plain.Replace(a)), strings.ToLower(plain.Replace(b))
	if len(a) > len(b) {
		a, b = b, a
	}
	if a == b || len(a) > 3 && strings.HasPrefix(b, a) {
		return true
	}
	same := 0
	for same < len(a) && a[same] == b[same] {
		same++
	}
	return len(a) > 3 && (a[same:] == b[same+1:] || same < len(a) && a[same+1:] == b[same+1:])
}

// Shifted returns the entry with all of its cells moved down and right. Clues that have no cells of their own, such as outside
// clues, cannot be moved.
func (e Entry) Shifted(m *model.Model, down, right int) (moved Entry, err error) {
	at := func(v model.Var) model.Var {
		if !m.IsCell(v) {
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
	if e.Clue == nil {
		return Entry{Constraint: e.Constraint.Substitute(model.Substitution{Var: func(v model.Var) (model.Var, bool) { return at(v), true }})}, err
	}
	n := registered.Entries[KindOf(e.Clue)].New()
	reflect.ValueOf(n).Elem().Set(reflect.ValueOf(e.Clue).Elem())
	found := false
	move := func(cells model.Cells) model.Cells { return lists.Map(cells, at) }
	shift := func(e Entry) Entry {
		inner, failed := e.Shifted(m, down, right)
		if failed != nil {
			err = failed
		}
		return inner
	}
	for _, field := range FieldsOf(n) {
		switch into := field.Value.Addr().Interface().(type) {
		case *model.Cells:
			*into, found = move(*into), true
		case *[]model.Cells:
			*into, found = lists.Map(*into, move), true
		case *[]Entry:
			*into, found = lists.Map(*into, shift), true
		case *[][]Entry:
			*into, found = lists.Map(*into, func(branch []Entry) []Entry { return lists.Map(branch, shift) }), true
		}
	}
	if !found {
		return Entry{}, fmt.Errorf("found %s, expected an entry with cells that can be moved", KindOf(e.Clue))
	}
	return Entry{Clue: n}, err
}
