package table

import (
	"encoding"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"text/tabwriter"

	"qmsat/compare/show"
	"qmsat/internal/lists"
	"qmsat/internal/pattern"
)

// Table is a list of records.
type Table[T any] struct {
	Records []T
	// Heading and Row are the text's columns, separated by tabs, if they differ from the fields. A row may have several lines.
	Heading string
	Row     func(T) string
	Left    bool // the text's columns are aligned to the left
}

// cells are a heading and a row a record, for people or as values; none without records.
func (t *Table[T]) cells(people bool) (rows [][]string) {
	for _, r := range t.Records {
		record := reflect.ValueOf(r)
		var titles, row []string
		for _, f := range reflect.VisibleFields(record.Type()) {
			title, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			if heading, said := f.Tag.Lookup("text"); said && people {
				title = heading
			}
			if title != "" && title != "-" {
				titles, row = append(titles, title), append(row, written(record, f, people))
			}
		}
		if rows == nil {
			rows = append(rows, titles)
		}
		rows = append(rows, row)
	}
	return rows
}

// valueOf returns the value of a field in objects: nil for missing numbers and nil pointers.
func valueOf(field reflect.Value) any {
	if field.Kind() == reflect.Pointer && field.IsNil() {
		return nil
	}
	switch value := field.Interface().(type) {
	case Figure:
		if value.Missing() {
			return nil
		}
		return float64(value)
	case Time:
		return value.Seconds()
	case encoding.TextMarshaler:
		if text, err := value.MarshalText(); err == nil {
			return string(text)
		}
	}
	return reflect.Indirect(field).Interface()
}

// written writes a field's value; in text as its tags say.
func written(record reflect.Value, field reflect.StructField, people bool) string {
	source, others := record.FieldByIndex(field.Index), strings.Fields(field.Tag.Get("with"))
	if field.Name == "_" {
		source, others = record.FieldByName(others[0]), others[1:]
	}
	value, how := valueOf(source), field.Tag.Get("show")
	number, fraction := value.(float64)
	switch {
	case value == nil && people:
		return field.Tag.Get("none")
	case value == nil:
		return ""
	case !people:
		return fmt.Sprint(value)
	case how == "seconds" || source.Type() == reflect.TypeFor[Time]():
		return show.Seconds(number)
	case how == "ratio":
		return show.Ratio(number)
	case how == "share":
		return fmt.Sprintf("%.1f %%", 100*number)
	case how != "":
		values := []any{value}
		for _, name := range others {
			values = append(values, valueOf(record.FieldByName(name)))
		}
		return fmt.Sprintf(how, values...)
	case fraction:
		return fmt.Sprintf("%.4g", number)
	}
	return fmt.Sprint(value)
}

// Lines are the heading and the rows of the text, with tabs between columns.
func (t *Table[T]) Lines() []string {
	if t.Row == nil {
		return lists.Map(t.cells(true), func(row []string) string { return strings.Join(row, "\t") })
	}
	lines := strings.Split(t.Heading, "\n")
	for _, record := range t.Records {
		lines = append(lines, strings.Split(t.Row(record), "\n")...)
	}
	return lines
}

// Text returns the table for people.
func (t *Table[T]) Text() string {
	if t.Left {
		return align(t.Lines(), "", 0)
	}
	return Align(t.Lines())
}

// Align returns lines with right-aligned columns. Tabs separate the cells of the input.
func Align(lines []string) string { return align(lines, "\t", tabwriter.AlignRight) }

func align(lines []string, end string, flags uint) string {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', flags)
	for _, line := range lines {
		fmt.Fprintln(w, line+end)
	}
	w.Flush()
	return trailing().ReplaceAllString(text.String(), "")
}

// trailing is the blanks at the ends of lines.
var trailing = pattern.New(`(?m) +$`)

// WriteJSON writes an object a line.
func (t *Table[T]) WriteJSON(w io.Writer) error {
	objects := json.NewEncoder(w)
	for _, record := range t.Records {
		if err := objects.Encode(record); err != nil {
			return err
		}
	}
	return nil
}

// WriteCSV writes comma-separated values, a heading first if there are records: the columns of the given names, or all.
func (t *Table[T]) WriteCSV(w io.Writer, names ...string) error {
	rows := t.cells(false)
	for i := len(rows) - 1; i >= 0 && names != nil; i-- {
		some := lists.Map(names, func(name string) string { return rows[i][slices.Index(rows[0], name)] })
		rows[i] = some
	}
	return csv.NewWriter(w).WriteAll(rows)
}
