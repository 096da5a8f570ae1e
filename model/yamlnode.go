package model

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"
)

// node is one node of a YAML document.
type node = yaml.Node

// fields are the keys and values of a mapping, in the order they are written.
type fields []field

type field struct {
	key   string
	value *node
}

func (f fields) add(key string, value *node) fields { return append(f, field{key, value}) }

// name adds a name where there is one.
func (f fields) name(name string) fields {
	if name == "" {
		return f
	}
	return f.add("name", textNode(name))
}

// node writes the fields as a mapping on one line.
func (f fields) node() *node {
	n := &node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
	for _, pair := range f {
		n.Content = append(n.Content, textNode(pair.key), pair.value)
	}
	return n
}

func textNode(text string) *node {
	n := &node{}
	n.SetString(text)
	return n
}

func intNode(value int) *node {
	return &node{Kind: yaml.ScalarNode, Tag: "!!int", Value: strconv.Itoa(value)}
}

func sequenceNode(items ...*node) *node {
	return &node{Kind: yaml.SequenceNode, Style: yaml.FlowStyle, Content: items}
}

func intsNode(values []int) *node {
	n := sequenceNode()
	for _, v := range values {
		n.Content = append(n.Content, intNode(v))
	}
	return n
}

func (m *Model) varsNode(vars []Var) *node {
	n := sequenceNode()
	for _, v := range vars {
		n.Content = append(n.Content, textNode(m.NameOf(v)))
	}
	return n
}

// domainNode writes a domain: a value, a range, or a list of both.
func domainNode(d Domain) *node {
	list := sequenceNode()
	for _, r := range d.Ranges() {
		item := intNode(r.Lo)
		if r.Lo != r.Hi {
			item = textNode(r.String())
		}
		list.Content = append(list.Content, item)
	}
	if len(list.Content) == 1 {
		return list.Content[0]
	}
	return list
}

// decoder reads nodes of one file. Its methods panic with an *InputError, which [decoder.catch] returns, so that the
// code of a constraint kind reads like what it reads.
type decoder struct {
	file  string
	names map[string]Var
}

func (d *decoder) failf(n *node, format string, args ...any) {
	panic(&InputError{d.file, n.Line, n.Column, fmt.Sprintf(format, args...)})
}

// catch stores the error of a decoder method that failed.
func (d *decoder) catch(err *error) {
	switch failure := recover().(type) {
	case nil:
	case *InputError:
		*err = failure
	default:
		panic(failure)
	}
}

// describeNode says what stands in a place where something else was expected.
func describeNode(n *node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	case yaml.ScalarNode:
		if n.Tag == "!!null" {
			return "nothing"
		}
		return strconv.Quote(clip(n.Value))
	default:
		return "something else"
	}
}

// mapping is a mapping that is being read; every key must be asked for before done.
type mapping struct {
	d     *decoder
	node  *node
	keys  []*node          // all of them, in the file's order
	by    map[string]*node // the values of the keys that nobody took yet
	asked []string         // the keys that were asked for by name
}

func (d *decoder) mapping(n *node) *mapping {
	if n.Kind != yaml.MappingNode {
		d.failf(n, "found %s, expected a mapping", describeNode(n))
	}
	f := &mapping{d: d, node: n, by: map[string]*node{}}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			d.failf(key, "found %s, expected a key", describeNode(key))
		}
		if f.by[key.Value] != nil {
			d.failf(key, "%s stands twice, expected once", describeNode(key))
		}
		f.keys = append(f.keys, key)
		f.by[key.Value] = n.Content[i+1]
	}
	return f
}

// left returns the keys that nobody took yet, in order.
func (f *mapping) left() []*node {
	var left []*node
	for _, key := range f.keys {
		if f.by[key.Value] != nil {
			left = append(left, key)
		}
	}
	return left
}

// optional takes the value of a key, or nil.
func (f *mapping) optional(key string) *node {
	value := f.by[key]
	delete(f.by, key)
	f.asked = append(f.asked, key)
	return value
}

// required takes the value of a key that must be there.
func (f *mapping) required(key string) *node {
	value := f.optional(key)
	if value == nil {
		f.d.failf(f.node, "found no %q, expected one", key)
	}
	return value
}

func (f *mapping) optionalText(key string) string {
	n := f.optional(key)
	if n == nil {
		return ""
	}
	return f.d.text(n)
}

// each takes every key that is left, in order.
func (f *mapping) each(visit func(key, value *node)) {
	for _, key := range f.left() {
		visit(key, f.by[key.Value])
	}
	clear(f.by)
}

// rest returns the keys that nobody took yet, as a mapping of its own, and takes them.
func (f *mapping) rest() *mapping {
	rest := &mapping{d: f.d, node: f.node, keys: f.keys, by: f.by}
	f.by = map[string]*node{}
	return rest
}

// done reports a key that nobody asked for.
func (f *mapping) done() {
	if left := f.left(); len(left) > 0 {
		f.d.failf(left[0], "found the key %s, expected only %s", describeNode(left[0]), strings.Join(f.asked, ", "))
	}
}

func (d *decoder) text(n *node) string {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		d.failf(n, "found %s, expected text", describeNode(n))
	}
	return n.Value
}

func (d *decoder) int(n *node) int {
	value, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || isSyntax(err) {
		d.failf(n, "found %s, expected a whole number", describeNode(n))
	}
	if err != nil {
		d.failf(n, "found %s, expected a whole number of 64 bits", describeNode(n))
	}
	return value
}

func (d *decoder) sequence(n *node) []*node {
	if n.Kind != yaml.SequenceNode {
		d.failf(n, "found %s, expected a list", describeNode(n))
	}
	return n.Content
}

func (d *decoder) ints(n *node) []int {
	values := []int{}
	for _, item := range d.sequence(n) {
		values = append(values, d.int(item))
	}
	return values
}

func (d *decoder) variable(n *node) Var {
	v, ok := d.names[n.Value]
	if n.Kind != yaml.ScalarNode || !ok {
		d.failf(n, "found %s, expected a cell or variable of the model", describeNode(n))
	}
	return v
}

func (d *decoder) vars(n *node) []Var {
	vars := []Var{}
	seen := map[Var]bool{}
	for _, item := range d.sequence(n) {
		v := d.variable(item)
		if seen[v] {
			d.failf(item, "%s stands twice, expected once", item.Value)
		}
		seen[v] = true
		vars = append(vars, v)
	}
	if len(vars) == 0 {
		d.failf(n, "found an empty list, expected at least one cell or variable")
	}
	return vars
}

// domain reads a value, a range lo..hi, or a list of both.
func (d *decoder) domain(n *node) Domain {
	values := d.values(n)
	if values.Empty() {
		d.failf(n, "found an empty list, expected at least one value")
	}
	return values
}

// values reads what domain reads, and the empty list too.
func (d *decoder) values(n *node) Domain {
	if n.Kind != yaml.SequenceNode {
		return NewDomain(d.valueRange(n, "a number, a range lo..hi or a list of them"))
	}
	ranges := make([]Range, len(n.Content))
	for i, item := range n.Content {
		ranges[i] = d.valueRange(item, "a number or a range lo..hi")
	}
	return NewDomain(ranges...)
}

// valueRange reads a value or a range lo..hi; expected says what may stand in its place.
func (d *decoder) valueRange(n *node, expected string) Range {
	lo, hi, isRange := strings.Cut(n.Value, "..")
	if !isRange {
		hi = lo
	}
	low, err1 := strconv.Atoi(lo)
	high, err2 := strconv.Atoi(hi)
	if n.Kind != yaml.ScalarNode || isSyntax(err1) || isSyntax(err2) {
		d.failf(n, "found %s, expected %s", describeNode(n), expected)
	}
	if err1 != nil || err2 != nil || low < -maxNumber || high > maxNumber {
		d.failf(n, "found %s, expected numbers within %s", describeNode(n), numbersText)
	}
	if low > high {
		d.failf(n, "found %s, expected the lower number first", describeNode(n))
	}
	return Range{low, high}
}

// isSyntax reports an error of strconv.Atoi other than a number that is too large.
func isSyntax(err error) bool { return err != nil && !errors.Is(err, strconv.ErrRange) }

// dimensions reads two numbers such as 3x3.
func (d *decoder) dimensions(n *node) (rows, columns int) {
	rows, columns, err := ParseDimensions(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		d.failf(n, "found %s, expected rows x columns such as 3x3", describeNode(n))
	}
	if rows > MaxCells || columns > MaxCells {
		d.failf(n, "found %s, expected boxes of at most %d rows and columns", describeNode(n), MaxCells)
	}
	return rows, columns
}

// ParseDimensions reads two positive numbers such as 3x3.
func ParseDimensions(text string) (rows, columns int, err error) {
	r, c, found := strings.Cut(text, "x")
	rows, err1 := strconv.Atoi(r)
	columns, err2 := strconv.Atoi(c)
	if !found || err1 != nil || err2 != nil || rows < 1 || columns < 1 {
		return 0, 0, fmt.Errorf("found %q, expected ROWSxCOLUMNS such as 3x3", clip(text))
	}
	return rows, columns, nil
}
