package input

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"qmsat/internal/lists"
	"qmsat/internal/memory"

	"go.yaml.in/yaml/v4"
)

// Mapping is a mapping during reading. Every key must be requested before [Mapping.Done].
type Mapping struct {
	Node  *Node // the mapping itself, for errors
	d     *Reader
	keys  []*Node          // all of them, in the file's order
	by    map[string]*Node // the values of the keys not taken yet
	asked []string         // the keys requested by name
	must  []string         // those of them that must be there
}

// A mapping takes bytesPerEntry: here by its key and in order, and by name in what is made of it. A list takes bytesPerItem in what is
// made of it. Memory is asked for if there are more than manyEntries.
const manyEntries, bytesPerEntry, bytesPerItem = 1 << 14, 1 << 8, 1 << 6

// room asks for the memory of many entries.
func (d *Reader) room(entries, bytes int) {
	if entries > manyEntries && d.Watch != nil && d.err == nil {
		d.err = memory.Ask(d.Watch.Context(), "", int64(entries)*int64(bytes))
	}
}

// Mapping starts to read a node that must be a mapping without repeated keys.
func (d *Reader) Mapping(n *Node) *Mapping {
	if n.Kind != yaml.MappingNode {
		d.Failf(n, "found %s, expected a mapping", Describe(n))
	}
	d.room(len(n.Content)/2, bytesPerEntry)
	f := &Mapping{Node: n, d: d, by: map[string]*Node{}}
	for i := 0; i+1 < len(n.Content) && d.err == nil; i += 2 {
		key := n.Content[i]
		if key.Kind != yaml.ScalarNode {
			d.Failf(key, "found %s, expected a key", Describe(key))
		}
		if f.by[key.Value] != nil {
			d.Failf(key, "%s appears twice, expected once", Describe(key))
		}
		f.keys = append(f.keys, key)
		f.by[key.Value] = n.Content[i+1]
	}
	return f
}

// Left returns the keys not taken yet, in order.
func (f *Mapping) Left() []*Node {
	return lists.Filter(f.keys, func(key *Node) bool { return f.by[key.Value] != nil })
}

// Optional takes the value of a key, or nil.
func (f *Mapping) Optional(key string) *Node {
	value := f.by[key]
	delete(f.by, key)
	f.asked = append(f.asked, key)
	return value
}

// If calls read with the value of a key, if the key is there.
func (f *Mapping) If(key string, read func(value *Node)) {
	if value := f.Optional(key); value != nil && f.d.err == nil {
		read(value)
	}
}

// Either takes the value of one of two keys, or nil. isSecond says that it is the second key's value. Both keys together are an
// error.
func (f *Mapping) Either(first, second string) (value *Node, isSecond bool) {
	one, other := f.Optional(first), f.Optional(second)
	if one != nil && other != nil {
		f.d.Failf(other, "found %s and %s, expected one of them", second, first)
	}
	return cmp.Or(other, one), other != nil
}

// Required takes the value of a key that must be there.
func (f *Mapping) Required(key string) *Node {
	value := f.Optional(key)
	f.must = append(f.must, key)
	if value == nil {
		f.Suggest(key)
		f.d.Failf(f.Node, "found no %q, expected one", key)
		value = &Node{}
	}
	return value
}

// Asked returns the keys that were requested, and those that must be there.
func (f *Mapping) Asked() (keys, required []string) { return f.asked, f.must }

// OptionalText takes the text of a key, or "".
func (f *Mapping) OptionalText(key string) (text string) {
	f.If(key, func(n *Node) { text = f.d.Text(n) })
	return text
}

// Each takes every key that is left, in order, until there is an error.
func (f *Mapping) Each(visit func(key, value *Node)) {
	for _, key := range f.Left() {
		if f.d.look(); f.d.err == nil {
			visit(key, f.by[key.Value])
		}
	}
	clear(f.by)
}

// Rest takes the keys not taken yet, and returns them as a new mapping.
func (f *Mapping) Rest() *Mapping {
	rest := &Mapping{Node: f.Node, d: f.d, keys: f.keys, by: f.by}
	f.by = map[string]*Node{}
	return rest
}

// Suggest reports a key that was not taken and may be one of some missing keys, mistyped.
func (f *Mapping) Suggest(missing ...string) {
	for _, key := range f.Left() {
		if meant := DidYouMean(key.Value, missing); meant != "" {
			f.d.Failf(key, "found the key %s%s", Describe(key), meant)
		}
	}
}

// Done reports an unknown key: one that was not requested.
func (f *Mapping) Done() {
	if left := f.Left(); len(left) > 0 {
		if len(f.asked) > ManyNames {
			f.Suggest(f.asked...)
		}
		f.d.Failf(left[0], "found the key %s, expected only %s%s", Describe(left[0]), strings.Join(f.asked, ", "), DidYouMean(left[0].Value, f.asked))
	}
}

// UnknownNameError means that nothing of a kind has this name.
type UnknownNameError struct {
	Kind     string // such as "engine"
	Name     string
	Expected []string
}

// Error says what was found, and lists the known names.
func (e *UnknownNameError) Error() string {
	return fmt.Sprintf("unknown %s %q, expected %s", e.Kind, Clip(e.Name), cmp.Or(strings.Join(e.Expected, ", "), "none"))
}

// CheckName reports an unknown name of a kind of thing as an *[UnknownNameError].
func CheckName(kind, name string, names []string) error {
	if slices.Contains(names, name) {
		return nil
	}
	return &UnknownNameError{kind, name, names}
}
