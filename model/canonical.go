package model

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"qmsat/internal/lists"

	"go.yaml.in/yaml/v4"
)

// CanonicalText returns the type and every field of a constraint, in order, without names of constraints. Constraints that differ in anything
// else have different texts, because at each byte a reader knows what comes next. A number ends at a blank, which no number
// contains. A flag is "true" or "false". A list and a word start with their length. A struct has as many fields as its type says.
// A value of an interface type starts with the name of its type and package (kinds counts as model) as a word, or the empty word for nil. A pointer
// starts with a flag. So the text can be read back in only one way, and no text is the start of another one. So a sequence of
// texts is injective too. An empty list equals a missing one.
func CanonicalText(c Constraint) string { return string(AppendCanonical(nil, c)) }

// AppendCanonical appends the [CanonicalText] of c.
func AppendCanonical(text []byte, c Constraint) []byte {
	return appendCanonical(text, reflect.ValueOf(&c).Elem())
}

// AppendCanonicalFormula appends a text of f with the properties of [CanonicalText].
func AppendCanonicalFormula(text []byte, f Formula) []byte {
	return appendCanonical(text, reflect.ValueOf(&f).Elem())
}

// AppendCanonicalDomain appends a text of d with the properties of [CanonicalText].
func AppendCanonicalDomain(text []byte, d Domain) []byte {
	return appendCanonical(text, reflect.ValueOf(d))
}

func appendCanonical(text []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Int:
		return append(strconv.AppendInt(text, v.Int(), 10), ' ')
	case reflect.Bool:
		return strconv.AppendBool(text, v.Bool())
	case reflect.String:
		return appendWord(text, v.String())
	case reflect.Slice, reflect.Array:
		text = append(strconv.AppendInt(text, int64(v.Len()), 10), ' ')
		for i := range v.Len() {
			text = appendCanonical(text, v.Index(i))
		}
		return text
	case reflect.Struct:
		for i := range v.NumField() {
			text = appendCanonical(text, v.Field(i))
		}
		return text
	case reflect.Pointer:
		if text = strconv.AppendBool(text, !v.IsNil()); v.IsNil() {
			return text
		}
		return appendCanonical(text, v.Elem())
	case reflect.Interface:
		if v.IsNil() {
			return appendWord(text, "")
		}
		if c, is := v.Interface().(Constraint); is {
			v = reflect.ValueOf([]Constraint{c.Named("")}).Index(0)
		}
		t := v.Elem().Type()
		if t.Kind() == reflect.Pointer {
			text, t = append(text, '*'), t.Elem()
		}
		return appendCanonical(appendWord(text, strings.TrimSuffix(t.PkgPath(), "/kinds")+"."+t.Name()), v.Elem())
	}
	panic(fmt.Sprintf("model: a constraint with a field of type %v", v.Type()))
}

// Normal sorts what has no meaningful order, so constraints that differ only in such an order get the same [CanonicalText]. The
// result is equivalent.
func Normal(c Constraint) Constraint {
	if c, is := c.(interface{ Normal() Constraint }); is {
		return c.Normal()
	}
	return c
}

// NormalFormula returns the formula with the parts of all connectives except implication sorted by their canonical texts.
func NormalFormula(f Formula) Formula {
	type written struct {
		text string
		part Formula
	}
	var sorted []written
	for _, part := range f.Parts() {
		part = NormalFormula(part)
		sorted = append(sorted, written{string(AppendCanonicalFormula(nil, part)), part})
	}
	if _, ordered := f.(Implies); !ordered {
		slices.SortFunc(sorted, func(a, b written) int { return cmp.Compare(a.text, b.text) })
	}
	return f.With(lists.Map(sorted, func(w written) Formula { return w.part }))
}

func appendWord(text []byte, word string) []byte {
	return append(append(strconv.AppendInt(text, int64(len(word)), 10), ' '), word...)
}

// explicitFields lists the whole model except its name, unabbreviated.
func (m *Model) explicitFields() Fields {
	var f Fields
	if m.Grid != nil {
		f = f.Add("grid", m.GridFields(true))
	}
	f = append(f, m.VariableFields()...)
	if m.Outputs != nil {
		f = f.Add("outputs", m.NamesOf(m.Outputs))
	}
	if len(m.Constraints) > 0 {
		f = f.Add("constraints", lists.Map(m.Constraints, m.ConstraintFields))
	}
	return append(f, m.ObjectiveFields()...)
}

// ConstraintFields lists a constraint's kind and fields.
func (m *Model) ConstraintFields(c Constraint) Fields {
	return append(Fields{}.Add("kind", c.Kind()), c.Fields(m)...)
}

// VariableFields lists the variables that are not cells, and the cells with other domains than the grid's.
func (m *Model) VariableFields() Fields {
	var f, variables, domains Fields
	rest := m.Variables
	if m.Grid != nil {
		values := m.GridValues()
		for _, cell := range rest[:m.Grid.Cells()] {
			if !cell.Domain.Equal(values) {
				domains = domains.Add(cell.Name, cell.Domain.Written())
			}
		}
		rest = rest[m.Grid.Cells():]
	}
	for _, v := range rest {
		variables = variables.Add(v.Name, v.Domain.Written())
	}
	return f.Some("variables", variables).Some("domains", domains)
}

// GridFields lists the layout. If bare is set, the houses are not all-different.
func (m *Model) GridFields(bare bool) Fields {
	g := m.Grid
	layout := Fields{}.Add("rows", g.Rows).Add("columns", g.Columns)
	if g.HasBoxes() {
		layout = layout.Add("boxes", fmt.Sprintf("%dx%d", g.BoxRows, g.BoxColumns))
	}
	if g.Regions != nil {
		layout = layout.Add("regions", g.regionsWritten())
	}
	layout = layout.Add("values", m.GridValues().Written())
	if bare {
		layout = layout.Add("houses", "none")
	}
	return layout
}

// Text returns the fields as a YAML document, a line for each of them and for each item of a list of fields.
func (f Fields) Text() []byte {
	root := f.Node()
	root.Style = 0
	text, err := yaml.Dump(root, yaml.WithIndent(2), yaml.WithLineWidth(-1))
	if err != nil {
		// These are our own nodes, so this is a bug.
		panic(fmt.Sprintf("model: writing YAML: %v", err))
	}
	return text
}

// regionsWritten returns the regions as a text for each row: letters, then characters of other scripts.
func (g *Grid) regionsWritten() []string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz123456789"
	rows := make([]string, g.Rows)
	for cell, region := range g.Regions {
		letter := rune(EmptyCell)
		switch {
		case region >= len(letters):
			letter = rune(0x4E00 + region)
		case region >= 0:
			letter = rune(letters[region])
		}
		rows[cell/g.Columns] += string(letter)
	}
	return rows
}
