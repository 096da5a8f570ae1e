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

// node is one node of a YAML document.
type node = input.Node

// fields are the keys and values of a mapping, in the order they are written.
type fields []field

// field is a key and its value: text, a number, a truth value, fields, or a list of these.
type field struct {
	key   string
	value any
}

func (f fields) add(key string, value any) fields { return append(f, field{key, value}) }

// some adds a field unless its value is zero or an empty list.
func (f fields) some(key string, value any) fields {
	if v := reflect.ValueOf(value); v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
		return f
	}
	return f.add(key, value)
}

// name adds the field name unless it is empty.
func (f fields) name(name string) fields { return f.some("name", name) }

// node returns the fields as a mapping on one line.
func (f fields) node() *node {
	n := &node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
	for _, pair := range f {
		n.Content = append(n.Content, nodeOf(pair.key), nodeOf(pair.value))
	}
	return n
}

// nodeOf returns the node of a field's value. A list is on one line, except a list of fields.
func nodeOf(value any) *node {
	switch value := value.(type) {
	case fields:
		return value.node()
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
	if _, large := value.([]fields); large && list.Len() > 0 {
		n.Style = 0
	}
	for i := range list.Len() {
		n.Content = append(n.Content, nodeOf(list.Index(i).Interface()))
	}
	return n
}

func (m *Model) namesOf(vars []Var) []string {
	return lists.Map(vars, m.NameOf)
}

// written returns the text of a domain: a value, a range, or a list of both.
func (d Domain) written() any {
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

// decoder reads the nodes of one file with a model's variables.
type decoder struct {
	input.Reader
	model *Model
	names map[string]Var
}

// newDecoder returns a decoder of a model that is being built, or has its variables already.
func newDecoder(file string, m *Model) *decoder {
	return &decoder{Reader: input.Reader{File: file}, model: m, names: m.Names()}
}

func (d *decoder) variable(n *node) Var {
	v, ok := d.names[n.Value]
	if n.Kind != yaml.ScalarNode || !ok {
		d.Failf(n, "found %s, expected a cell or variable of the model", input.Describe(n))
	}
	return v
}

// vars reads cells and variables, each once.
func (d *decoder) vars(n *node) []Var { return d.cells(n, false) }

// list reads cells and variables that may be repeated.
func (d *decoder) list(n *node) []Var { return d.cells(n, true) }

// domain reads a value, a range lo..hi, or a list of both.
func (d *decoder) domain(n *node) Domain {
	values := d.values(n)
	if values.Empty() {
		d.Failf(n, "found an empty list, expected at least one value")
	}
	return values
}

// values reads a domain that may be an empty list.
func (d *decoder) values(n *node) Domain {
	if n.Kind != yaml.SequenceNode {
		return NewDomain(d.valueRange(n, "a number, a range lo..hi or a list of them"))
	}
	ranges := lists.Map(n.Content, func(item *node) Range { return d.valueRange(item, "a number or a range lo..hi") })
	return NewDomain(ranges...)
}

// valueRange reads a value or a range lo..hi; expected describes the other forms allowed there, for errors.
func (d *decoder) valueRange(n *node, expected string) Range {
	lo, hi, isRange := strings.Cut(n.Value, "..")
	if !isRange {
		hi = lo
	}
	low, err1 := strconv.Atoi(lo)
	high, err2 := strconv.Atoi(hi)
	if n.Kind != yaml.ScalarNode || input.IsSyntax(err1) || input.IsSyntax(err2) {
		d.Failf(n, "found %s, expected %s", input.Describe(n), expected)
	}
	if err1 != nil || err2 != nil || low < -maxNumber || high > maxNumber {
		d.Failf(n, "found %s, expected numbers within %s", input.Describe(n), numbersText)
	}
	if low > high {
		d.Failf(n, "found %s, expected the lower number first", input.Describe(n))
	}
	return Range{low, high}
}

// dimensions reads two numbers such as 3x3.
func (d *decoder) dimensions(n *node) (rows, columns int) {
	rows, columns, err := ParseDimensions(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		d.Failf(n, "found %s, expected rows x columns such as 3x3", input.Describe(n))
	}
	if rows > MaxCells || columns > MaxCells {
		d.Failf(n, "found %s, expected boxes of at most %d rows and columns", input.Describe(n), MaxCells)
	}
	return rows, columns
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

// isTrue reads a key that may be missing, or true.
func (d *decoder) isTrue(f *input.Mapping, key string) (is bool) {
	f.If(key, func(n *node) {
		if is = n.Value == "true"; !is {
			d.Failf(n, "found %s, expected true", input.Describe(n))
		}
	})
	return is
}
