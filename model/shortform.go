package model

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"qmsat/internal/input"

	"go.yaml.in/yaml/v4"
)

// shortForms reads the short forms of clues, such as `anti: [knight]` and `dots: {white: [r1c1-r1c2]}`.
func (d *decoder) shortForms(m *Model, f *input.Mapping) {
	for _, key := range shortKeys() {
		f.If(key, func(n *node) { d.shortForm(m, key, n) })
	}
}

// shortKeys returns the keys of the short forms.
var shortKeys = sync.OnceValue(func() []string {
	keys := map[string]bool{}
	for _, kind := range NamedKinds() {
		keys[kind.Short.Key] = true
	}
	delete(keys, "")
	return slices.Sorted(maps.Keys(keys))
})

func (d *decoder) shortForm(m *Model, key string, n *node) {
	if n.Kind != yaml.MappingNode {
		for _, item := range d.Sequence(n) {
			if kind, found := d.shortKind(key, item, false); found {
				d.add(m, item, Entry{Named: kind.New()})
			}
		}
		return
	}
	d.Mapping(n).Each(func(word, value *node) {
		kind, found := d.shortKind(key, word, true)
		if !found {
			return
		}
		for _, item := range d.Sequence(value) {
			named := kind.New()
			for _, field := range FieldsOf(named) {
				if field.Key == kind.Short.Field {
					d.field(m, field, item)
				}
			}
			d.add(m, item, Entry{Named: named})
		}
	})
}

// shortKind returns the kind that a word of a short form means.
func (d *decoder) shortKind(key string, word *node, withField bool) (NamedKind, bool) {
	var words []string
	for _, kind := range NamedKinds() {
		if kind.Short.Key != key || (kind.Short.Field != "") != withField {
			continue
		}
		if word.Kind == yaml.ScalarNode && word.Value == kind.Short.Word {
			return kind, true
		}
		words = append(words, kind.Short.Word)
	}
	d.Failf(word, "found %s, expected %s", input.Describe(word), strings.Join(words, ", "))
	return NamedKind{}, false
}

// variantImport registers the named constraints, which this package does not know by itself.
const variantImport = `import _ "qmsat/model/variant"`

// expectedKind returns what an unknown kind should have been: the kinds that a reader may have meant by the word, or a list.
func expectedKind(word string) string {
	var meant []string
	for _, kind := range NamedKinds() {
		if slices.ContainsFunc(append(kind.Also, kind.Name), func(known string) bool { return alike(word, known) }) {
			meant = append(meant, kind.Name)
		}
	}
	if len(meant) > 0 {
		return strings.Join(meant, " or ")
	}
	expected := strings.Join(KindNames(), ", ")
	if len(namedKinds.Entries) > 0 {
		return expected + ", or a kind of qmsat help variants"
	}
	return expected + "; named constraints such as thermometer need " + variantImport
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
