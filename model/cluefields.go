package model

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"

	"go.yaml.in/yaml/v4"
)

// Field is a tagged field of a clue's struct.
type Field struct {
	Key      string
	Optional bool          // it may be missing
	Repeat   bool          // cells count at each place; other cells count once however often they are listed
	Least    int           // how many cells mean something, 0 or 1 if one does
	Value    reflect.Value // to read or to set
}

// FieldsOf returns the tagged fields of a clue, those of embedded structs included.
func FieldsOf(n Named) []Field { return structFields(reflect.ValueOf(n).Elem()) }

// Fields returns the fields of a clue by their keys, to read or to set them.
func Fields(n Named) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	for _, f := range FieldsOf(n) {
		fields[f.Key] = f.Value
	}
	return fields
}

// CellsOf returns the variables in all fields of a clue that are cells or lists of cells.
func CellsOf(n Named) (cells Cells) {
	for _, field := range FieldsOf(n) {
		switch value := field.Value.Interface().(type) {
		case Cells:
			cells = append(cells, value...)
		case []Cells:
			cells = append(cells, slices.Concat(value...)...)
		}
	}
	return cells
}

func structFields(v reflect.Value) []Field {
	var list []Field
	for i := range v.NumField() {
		field := v.Type().Field(i)
		if field.Anonymous {
			list = append(list, structFields(v.Field(i))...)
			continue
		}
		words := strings.Split(field.Tag.Get("field"), ",")
		if words[0] == "" {
			continue
		}
		added := Field{words[0], slices.Contains(words, "optional"), slices.Contains(words, "repeat"), 0, v.Field(i)}
		for _, word := range words {
			if number, is := strings.CutPrefix(word, "least="); is {
				added.Least, _ = strconv.Atoi(number)
			}
		}
		list = append(list, added)
	}
	return list
}

// countedOnce returns the clue, or a copy without the repetitions of cells that count once.
func countedOnce(n Named) Named {
	copied, changed := reflect.New(reflect.TypeOf(n).Elem()), false
	copied.Elem().Set(reflect.ValueOf(n).Elem())
	once := func(cells Cells) Cells {
		left := eachOnce(cells...)
		changed = changed || len(left) < len(cells)
		return left
	}
	for _, f := range structFields(copied.Elem()) {
		switch into := f.Value.Addr().Interface().(type) {
		case *Cells:
			if !f.Repeat {
				*into = once(*into)
			}
		case *[]Cells:
			if !f.Repeat {
				*into = lists.Map(*into, once)
			}
		}
	}
	if !changed {
		return n
	}
	return copied.Interface().(Named)
}

// TooShortError says that a clue has too few cells to mean anything.
type TooShortError struct {
	Field        string
	Cells, Least int
}

// Error says how many cells were found, and how many are expected.
func (e *TooShortError) Error() string {
	return fmt.Sprintf("%s: found %d cell%s, expected at least %d", e.Field, e.Cells, strings.Repeat("s", min(e.Cells-1, 1)), e.Least)
}

// checkCells reports lists of too few cells.
func checkCells(n Named) error {
	for _, f := range FieldsOf(n) {
		var sets []Cells
		switch value := f.Value.Interface().(type) {
		case Cells:
			sets = []Cells{value}
		case []Cells:
			sets = value
			if len(value) == 0 {
				sets = []Cells{nil}
			}
		}
		for _, cells := range sets {
			if len(cells) == 0 && !f.Optional {
				return fmt.Errorf("%s: found no cells, expected at least one", f.Key)
			}
			if len(cells) > 0 && len(cells) < f.Least {
				return &TooShortError{f.Key, len(cells), f.Least}
			}
		}
	}
	return nil
}

// named reads a clue's fields.
func (d *decoder) named(m *Model, kind NamedKind, f *input.Mapping) Named {
	n := kind.New()
	for _, field := range FieldsOf(n) {
		value := f.Optional(field.Key)
		switch {
		case value != nil && d.Err() == nil:
			d.field(m, field, value)
		case value == nil && !field.Optional:
			d.Failf(f.Node, "%s: found no %q, expected one, as in %s", kind.Name, field.Key, kind.Example)
		}
	}
	f.Done()
	return n
}

func (d *decoder) field(m *Model, field Field, n *node) {
	switch into := field.Value.Addr().Interface().(type) {
	case *string:
		*into = d.Text(n)
	case *bool:
		*into = d.flag(n)
	case *int:
		*into = d.Int(n)
	case **int:
		number := d.Int(n)
		*into = &number
	case *[]int:
		*into = d.Ints(n)
	case *[][]int:
		*into = lists.Map(d.Sequence(n), d.Ints)
	case *[]Range:
		*into = lists.Map(d.Sequence(n), func(item *node) Range { return d.valueRange(item, "a number or a range lo..hi") })
	case *Domain:
		*into = d.domain(n)
	case *Cells:
		*into = d.cells(n, true)
	case *[]Cells:
		*into = lists.Map(d.oneOrMore(n), func(item *node) Cells { return d.cells(item, true) })
	case *[]Entry:
		*into = lists.Map(d.items(n), func(item *node) Entry { return d.entry(m, item) })
	case *[][]Entry:
		*into = lists.Map(d.Sequence(n), func(branch *node) []Entry {
			return lists.Map(d.items(branch), func(item *node) Entry { return d.entry(m, item) })
		})
	default:
		panic(fmt.Sprintf("model: a clue's field %s of type %v", field.Key, field.Value.Type()))
	}
}

// items returns the items of a list, or a single item as a list.
func (d *decoder) items(n *node) []*node {
	if n.Kind == yaml.MappingNode {
		return []*node{n}
	}
	return d.Sequence(n)
}

// oneOrMore returns the items of a list, or a single text as a list.
func (d *decoder) oneOrMore(n *node) []*node {
	if n.Kind == yaml.ScalarNode {
		return []*node{n}
	}
	return d.Sequence(n)
}

// flag reads true or false.
func (d *decoder) flag(n *node) bool {
	if n.Kind != yaml.ScalarNode || n.Value != "true" && n.Value != "false" {
		d.Failf(n, "found %s, expected true or false", input.Describe(n))
	}
	return n.Value == "true"
}

// cells reads cells as a text or as a list of texts.
func (d *decoder) cells(n *node, repeat bool) Cells {
	var all Cells
	seen := map[Var]bool{}
	for _, item := range d.oneOrMore(n) {
		if item.Kind != yaml.ScalarNode {
			d.Failf(item, "found %s, expected a cell or variable of the model", input.Describe(item))
		}
		cells, err := d.model.parseCells(item.Value, d.names)
		if err != nil {
			d.Failf(item, "%v", err)
		}
		for _, v := range cells {
			if seen[v] && !repeat {
				d.Failf(item, "%s appears twice, expected once", d.model.NameOf(v))
			}
			seen[v] = true
		}
		all = append(all, cells...)
	}
	if len(all) == 0 {
		d.Failf(n, "found an empty list, expected at least one cell or variable")
	}
	return all
}

// namedFields lists a clue's fields as they are written, with its kind.
func (m *Model) namedFields(n Named) fields {
	f := fields{}.add("kind", KindOf(n))
	for _, field := range FieldsOf(n) {
		if !field.Optional || !field.Value.IsZero() {
			f = f.add(field.Key, m.fieldValue(field))
		}
	}
	return f
}

// Entry returns a clue as an entry of a model file, on one line.
func (m *Model) Entry(c *Clue) string {
	return strings.TrimSpace(string(dump(fields{}.add("entry", m.namedFields(c.Named)))))[len("entry: "):]
}

func (m *Model) fieldValue(field Field) any {
	switch value := field.Value.Interface().(type) {
	case *int:
		return *value
	case []Range:
		return lists.Map(value, func(r Range) any { return NewDomain(r).written() })
	case Domain:
		return value.written()
	case Cells:
		return m.writtenCells(value)
	case []Cells:
		return lists.Map(value, m.writtenCells)
	case []Entry:
		return lists.Map(value, m.entryFields)
	case [][]Entry:
		return lists.Map(value, func(branch []Entry) any {
			if len(branch) == 1 {
				return m.entryFields(branch[0])
			}
			return lists.Map(branch, m.entryFields)
		})
	default:
		return value
	}
}

func (m *Model) entryFields(e Entry) fields {
	if e.Named != nil {
		return m.namedFields(e.Named)
	}
	return append(fields{}.add("kind", e.Constraint.Kind()), e.Constraint.fields(m)...)
}

// writtenCells returns cells as one text if that suffices, else as a list.
func (m *Model) writtenCells(cells Cells) any {
	if len(cells) > 0 {
		rectangle := m.NameOf(cells[0]) + ".." + m.NameOf(cells[len(cells)-1])
		if all, err := m.ParseCells(rectangle); err == nil && len(all) > 2 && !m.inLine(cells) && slices.Equal(all, cells) {
			return rectangle
		}
	}
	texts := m.CellsText(cells)
	if len(texts) == 1 {
		return texts[0]
	}
	return texts
}

// ClueText writes what a clue says for people: its name or kind, its cells, then its other fields, such as "killer r1c1..r2c2, sum 15".
func (m *Model) ClueText(c *Clue) string {
	text := cmp.Or(c.Label(), c.Kind())
	separator := " "
	for _, field := range FieldsOf(c.Named) {
		if field.Key == "name" || field.Optional && field.Value.IsZero() {
			continue
		}
		switch value := m.fieldValue(field).(type) {
		case string, int, []string, []int:
			word := strings.Trim(fmt.Sprint(value), "[]")
			if field.Value.Type() != reflect.TypeFor[Cells]() {
				word = field.Key + " " + word
			}
			text += separator + word
			separator = ", "
		case bool:
			text += separator + field.Key
			separator = ", "
		}
	}
	return text
}
