package document

import (
	"maps"
	"qmsat/model/variant"
	"slices"
	"strings"
	"sync"

	"qmsat/internal/input"

	"go.yaml.in/yaml/v4"
)

// shortForms reads the short forms of clues, such as `anti: [knight]` and `dots: {white: [r1c1-r1c2]}`.
func (d *reader) shortForms(f *input.Mapping) {
	for _, key := range shortKeys() {
		f.If(key, func(n *node) { d.shortForm(key, n) })
	}
}

// shortKeys returns the keys of the short forms.
var shortKeys = sync.OnceValue(func() []string {
	keys := map[string]bool{}
	for _, kind := range variant.Kinds() {
		keys[kind.Short.Key] = true
	}
	delete(keys, "")
	return slices.Sorted(maps.Keys(keys))
})

func (d *reader) shortForm(key string, n *node) {
	if n.Kind != yaml.MappingNode {
		for _, item := range d.Sequence(n) {
			if kind, found := d.shortKind(key, item, false); found {
				d.add(item, variant.Entry{Clue: kind.New()})
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
			clue := kind.New()
			for _, field := range variant.FieldsOf(clue) {
				if field.Key == kind.Short.Field {
					field.Read(d.Decoder, item)
				}
			}
			d.add(item, variant.Entry{Clue: clue})
		}
	})
}

// shortKind returns the kind that a word of a short form means.
func (d *reader) shortKind(key string, word *node, withField bool) (variant.Kind, bool) {
	var words []string
	for _, kind := range variant.Kinds() {
		if kind.Short.Key != key || (kind.Short.Field != "") != withField {
			continue
		}
		if word.Kind == yaml.ScalarNode && word.Value == kind.Short.Word {
			return kind, true
		}
		words = append(words, kind.Short.Word)
	}
	d.Failf(word, "found %s, expected %s", input.Describe(word), strings.Join(words, ", "))
	return variant.Kind{}, false
}
