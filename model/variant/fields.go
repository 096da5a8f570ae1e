package variant

import (
	"cmp"
	"fmt"
	"qmsat/model"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"
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
func FieldsOf(n Clue) []Field { return structFields(reflect.ValueOf(n).Elem()) }

// Fields returns the fields of a clue by their keys, to read or to set them.
func Fields(n Clue) map[string]reflect.Value {
	fields := map[string]reflect.Value{}
	for _, f := range FieldsOf(n) {
		fields[f.Key] = f.Value
	}
	return fields
}

// CellsOf returns the variables in all fields of a clue that are cells or lists of cells.
func CellsOf(n Clue) (cells model.Cells) {
	for _, field := range FieldsOf(n) {
		switch value := field.Value.Interface().(type) {
		case model.Cells:
			cells = append(cells, value...)
		case []model.Cells:
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
func countedOnce(n Clue) Clue {
	copied, changed := reflect.New(reflect.TypeOf(n).Elem()), false
	copied.Elem().Set(reflect.ValueOf(n).Elem())
	once := func(cells model.Cells) model.Cells {
		left := model.EachOnce(cells...)
		changed = changed || len(left) < len(cells)
		return left
	}
	for _, f := range structFields(copied.Elem()) {
		switch into := f.Value.Addr().Interface().(type) {
		case *model.Cells:
			if !f.Repeat {
				*into = once(*into)
			}
		case *[]model.Cells:
			if !f.Repeat {
				*into = lists.Map(*into, once)
			}
		}
	}
	if !changed {
		return n
	}
	return copied.Interface().(Clue)
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
func checkCells(n Clue) error {
	for _, f := range FieldsOf(n) {
		var sets []model.Cells
		switch value := f.Value.Interface().(type) {
		case model.Cells:
			sets = []model.Cells{value}
		case []model.Cells:
			sets = value
			if len(value) == 0 {
				sets = []model.Cells{nil}
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

// read reads a clue's fields.
func (k Kind) read(d *model.Decoder, f *input.Mapping) Clue {
	n := k.New()
	for _, field := range FieldsOf(n) {
		value := f.Optional(field.Key)
		switch {
		case value != nil && d.Err() == nil:
			field.Read(d, value)
		case value == nil && !field.Optional:
			d.Failf(f.Node, "%s: found no %q, expected one, as in %s", k.Name, field.Key, k.Example)
		}
	}
	f.Done()
	return n
}

// Read reads the field's value.
func (f Field) Read(d *model.Decoder, n *input.Node) {
	switch into := f.Value.Addr().Interface().(type) {
	case *string:
		*into = d.Text(n)
	case *bool:
		*into = d.Flag(n)
	case *int:
		*into = d.Int(n)
	case **int:
		number := d.Int(n)
		*into = &number
	case *[]int:
		*into = d.Ints(n)
	case *[][]int:
		*into = lists.Map(d.Sequence(n), d.Ints)
	case *[]model.Range:
		*into = lists.Map(d.Sequence(n), func(item *input.Node) model.Range { return d.Range(item, "a number or a range lo..hi") })
	case *model.Domain:
		*into = d.Domain(n)
	case *model.Cells:
		*into = d.Cells(n, true)
	case *[]model.Cells:
		*into = lists.Map(d.OneOrMore(n), func(item *input.Node) model.Cells { return d.Cells(item, true) })
	case *[]Entry:
		*into = lists.Map(d.Items(n), func(item *input.Node) Entry { return ReadEntry(d, item) })
	case *[][]Entry:
		*into = lists.Map(d.Sequence(n), func(branch *input.Node) []Entry {
			return lists.Map(d.Items(branch), func(item *input.Node) Entry { return ReadEntry(d, item) })
		})
	default:
		panic(fmt.Sprintf("variant: a clue's field %s of type %v", f.Key, f.Value.Type()))
	}
}

// Written lists a clue's fields as they are written, with its kind.
func Written(m *model.Model, n Clue) model.Fields {
	f := model.Fields{}.Add("kind", KindOf(n))
	for _, field := range FieldsOf(n) {
		if !field.Optional || !field.Value.IsZero() {
			f = f.Add(field.Key, field.written(m))
		}
	}
	return f
}

// Line returns a clue as an entry of a model file, on one line.
func Line(m *model.Model, n Clue) string {
	return strings.TrimSpace(string(model.Fields{}.Add("entry", Written(m, n)).Text()))[len("entry: "):]
}

// written returns the field's value as it is written.
func (f Field) written(m *model.Model) any {
	entry := func(e Entry) model.Fields { return e.Written(m) }
	switch value := f.Value.Interface().(type) {
	case *int:
		return *value
	case []model.Range:
		return lists.Map(value, func(r model.Range) any { return model.NewDomain(r).Written() })
	case model.Domain:
		return value.Written()
	case model.Cells:
		return writtenCells(m, value)
	case []model.Cells:
		return lists.Map(value, func(cells model.Cells) any { return writtenCells(m, cells) })
	case []Entry:
		return lists.Map(value, entry)
	case [][]Entry:
		return lists.Map(value, func(branch []Entry) any {
			if len(branch) == 1 {
				return entry(branch[0])
			}
			return lists.Map(branch, entry)
		})
	default:
		return value
	}
}

// Written lists an entry's fields as they are written, with its kind.
func (e Entry) Written(m *model.Model) model.Fields {
	if e.Clue != nil {
		return Written(m, e.Clue)
	}
	return m.ConstraintFields(e.Constraint)
}

// writtenCells returns cells as one text if that suffices, else as a list.
func writtenCells(m *model.Model, cells model.Cells) any {
	if len(cells) > 0 {
		rectangle := m.NameOf(cells[0]) + ".." + m.NameOf(cells[len(cells)-1])
		if all, err := m.ParseCells(rectangle); err == nil && len(all) > 2 && !m.InLine(cells) && slices.Equal(all, cells) {
			return rectangle
		}
	}
	texts := m.CellsText(cells)
	if len(texts) == 1 {
		return texts[0]
	}
	return texts
}

// Text writes what a clue says for people: its name or kind, its cells, then its other fields, such as "killer r1c1..r2c2, sum 15".
func Text(m *model.Model, n Clue) string {
	text := cmp.Or(n.Label(), KindOf(n))
	separator := " "
	for _, field := range FieldsOf(n) {
		if field.Key == "name" || field.Optional && field.Value.IsZero() {
			continue
		}
		switch value := field.written(m).(type) {
		case string, int, []string, []int:
			word := strings.Trim(fmt.Sprint(value), "[]")
			if field.Value.Type() != reflect.TypeFor[model.Cells]() {
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
