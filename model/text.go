package model

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"qmsat/internal/input"
	"qmsat/internal/lists"

	"go.yaml.in/yaml/v4"
)

// InputError is bad input: its place, what was found and what was expected.
type InputError = input.InputError

// node is one node of a YAML document.
type node = input.Node

// Fields are the keys and values of a mapping, in the order they are written: as of a constraint in a model file.
type Fields []field

// field is a key and its value: text, a number, a truth value, fields, or a list of these.
type field struct {
	key   string
	value any
}

// Add adds a field.
func (f Fields) Add(key string, value any) Fields { return append(f, field{key, value}) }

// Some adds a field unless its value is zero or an empty list.
func (f Fields) Some(key string, value any) Fields {
	if v := reflect.ValueOf(value); v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
		return f
	}
	return f.Add(key, value)
}

// Name adds the field name unless it is empty.
func (f Fields) Name(name string) Fields { return f.Some("name", name) }

// Node returns the fields as a mapping on one line.
func (f Fields) Node() *node {
	n := &node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
	for _, pair := range f {
		n.Content = append(n.Content, NodeOf(pair.key), NodeOf(pair.value))
	}
	return n
}

// NodeOf returns the node of a field's value. A list is on one line, except a list of fields.
func NodeOf(value any) *node {
	switch value := value.(type) {
	case Fields:
		return value.Node()
	case int:
		return &node{Kind: yaml.ScalarNode, Tag: "!!int", Value: strconv.Itoa(value)}
	case bool:
		return &node{Kind: yaml.ScalarNode, Tag: "!!bool", Value: strconv.FormatBool(value)}
	case string:
		n := &node{}
		n.SetString(value)
		return n
	}
	n, list := &node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle}, reflect.ValueOf(value)
	if _, large := value.([]Fields); large && list.Len() > 0 {
		n.Style = 0
	}
	for i := range list.Len() {
		n.Content = append(n.Content, NodeOf(list.Index(i).Interface()))
	}
	return n
}

// NamesOf returns the names of variables.
func (m *Model) NamesOf(vars []Var) []string {
	return lists.Map(vars, m.NameOf)
}

// Written returns the text of a domain: a value, a range, or a list of both.
func (d Domain) Written() any {
	list := []any{}
	for _, r := range d.ranges {
		if r.Lo == r.Hi {
			list = append(list, r.Lo)
		} else {
			list = append(list, r.String())
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return list
}

// Decoder reads the nodes of one file with a model's variables.
type Decoder struct {
	input.Reader
	Model *Model
	Names map[string]Var // the model's variables
	// Unknown says what is wrong with a word that is no kind of constraint; nil: the error lists the kinds.
	Unknown func(kind *node) string
}

// NewDecoder returns a decoder of a model that is being built, or has its variables already.
func NewDecoder(file string, m *Model) *Decoder {
	return &Decoder{Reader: input.Reader{File: file}, Model: m, Names: m.Names()}
}

// Variable reads the name of a variable.
func (d *Decoder) Variable(n *node) Var {
	v, ok := d.Names[n.Value]
	if n.Kind != yaml.ScalarNode || !ok {
		d.Failf(n, "found %s, expected a cell or variable of the model", input.Describe(n))
	}
	return v
}

// Vars reads cells and variables, each once.
func (d *Decoder) Vars(n *node) []Var { return d.Cells(n, false) }

// List reads cells and variables that may be repeated.
func (d *Decoder) List(n *node) []Var { return d.Cells(n, true) }

// Domain reads a value, a range lo..hi, or a list of both.
func (d *Decoder) Domain(n *node) Domain {
	values := d.Values(n)
	if values.Empty() {
		d.Failf(n, "found an empty list, expected at least one value")
	}
	return values
}

// Values reads a domain that may be an empty list.
func (d *Decoder) Values(n *node) Domain {
	if n.Kind != yaml.SequenceNode {
		return NewDomain(d.Range(n, "a number, a range lo..hi or a list of them"))
	}
	ranges := lists.Map(d.Sequence(n), func(item *node) Range { return d.Range(item, "a number or a range lo..hi") })
	return NewDomain(ranges...)
}

// Range reads a value or a range lo..hi; expected describes the other forms allowed there, for errors.
func (d *Decoder) Range(n *node, expected string) Range {
	lo, hi, isRange := strings.Cut(n.Value, "..")
	if !isRange {
		hi = lo
	}
	low, err1 := strconv.Atoi(lo)
	high, err2 := strconv.Atoi(hi)
	if n.Kind != yaml.ScalarNode || input.IsSyntax(err1) || input.IsSyntax(err2) {
		d.Failf(n, "found %s, expected %s", input.Describe(n), expected)
	}
	if err1 != nil || err2 != nil || low < -MaxNumber || high > MaxNumber {
		d.Failf(n, "found %s, expected numbers within %s", input.Describe(n), NumbersText)
	}
	if low > high {
		d.Failf(n, "found %s, expected the lower number first", input.Describe(n))
	}
	return Range{low, high}
}

// ParseDimensions reads two positive numbers such as 3x3.
func ParseDimensions(text string) (rows, columns int, err error) {
	r, c, found := strings.Cut(text, "x")
	rows, err1 := strconv.Atoi(r)
	columns, err2 := strconv.Atoi(c)
	if !found || err1 != nil || err2 != nil || rows < 1 || columns < 1 {
		return 0, 0, fmt.Errorf("found %q, expected ROWSxCOLUMNS such as 3x3", input.Clip(text))
	}
	return rows, columns, nil
}

// IsTrue reads a key that may be missing, or true.
func (d *Decoder) IsTrue(f *input.Mapping, key string) (is bool) {
	f.If(key, func(n *node) {
		if is = n.Value == "true"; !is {
			d.Failf(n, "found %s, expected true", input.Describe(n))
		}
	})
	return is
}

// Cells reads cells as a text or as a list of texts.
func (d *Decoder) Cells(n *node, repeat bool) Cells {
	var all Cells
	seen := map[Var]bool{}
	for _, item := range d.OneOrMore(n) {
		if item.Kind != yaml.ScalarNode {
			d.Failf(item, "found %s, expected a cell or variable of the model", input.Describe(item))
		}
		cells, err := d.Model.parseCells(item.Value, d.Names)
		if err != nil {
			d.Failf(item, "%v", err)
		}
		for _, v := range cells {
			if seen[v] && !repeat {
				d.Failf(item, "%s appears twice, expected once", d.Model.NameOf(v))
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

// OneOrMore returns the items of a list, or a single text as a list.
func (d *Decoder) OneOrMore(n *node) []*node {
	if n.Kind == yaml.ScalarNode {
		return []*node{n}
	}
	return d.Sequence(n)
}

// Items returns the items of a list, or a single item as a list.
func (d *Decoder) Items(n *node) []*node {
	if n.Kind == yaml.MappingNode {
		return []*node{n}
	}
	return d.Sequence(n)
}

// Flag reads true or false.
func (d *Decoder) Flag(n *node) bool {
	if n.Kind != yaml.ScalarNode || n.Value != "true" && n.Value != "false" {
		d.Failf(n, "found %s, expected true or false", input.Describe(n))
	}
	return n.Value == "true"
}

// Constraint reads a constraint.
func (d *Decoder) Constraint(n *node) Constraint {
	f := d.Mapping(n)
	return d.ConstraintOf(n, f, f.Required("kind"))
}

// ConstraintOf reads a constraint, of whose mapping the kind was read.
func (d *Decoder) ConstraintOf(n *node, f *input.Mapping, word *node) Constraint {
	if d.Err() != nil {
		return nil
	}
	kind, known := kinds.Entries[word.Value]
	switch {
	case word.Kind == yaml.ScalarNode && known:
		c := kind.Read(d, f)
		f.Done()
		return d.Valid(n, c)
	case d.Unknown != nil:
		d.Failf(word, "%s", d.Unknown(word))
	default:
		d.Failf(word, "found %s, expected %s", input.Describe(word), strings.Join(KindNames(), ", "))
	}
	return nil
}

// Valid returns the constraint read from n, or reports why it is malformed.
func (d *Decoder) Valid(n *node, c Constraint) Constraint {
	if d.Err() != nil {
		return nil
	}
	if err := d.Model.ValidateConstraint(c); err != nil {
		d.Failf(n, "%s: %v", c.Kind(), err)
	}
	return c
}
