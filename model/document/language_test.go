package document_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qmsat/internal/lists"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/modeltest"
	"qmsat/model/variant"

	"go.yaml.in/yaml/v4"
)

// example is a file in docs/model.md: a model, or rules for one.
var example = regexp.MustCompile("(?s)\\.yaml(?:`|\\)):\n\n```yaml\n(.*?)```")

// languageKeys are keys of the language that clues have as well.
var languageKeys = []string{"cells", "name", "of", "sum", "rules", "values"}

// Every key that the reader accepts is in docs/model.md, and every kind of constraint in an example there. The keys come from the
// errors for an unknown key in each mapping of an example.
func TestEveryKeyIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/model.md")
	if err != nil {
		t.Fatal(err)
	}
	var examples []string
	for _, found := range example.FindAllStringSubmatch(string(page), -1) {
		examples = append(examples, found[1])
	}
	known := slices.Concat(model.KindNames(), model.ReservedNames)
	for _, text := range examples {
		for _, file := range withUnknownKey(t, text) {
			known = append(known, keysListed(file)...)
		}
	}
	known = slices.Compact(slices.Sorted(slices.Values(known)))
	for _, key := range []string{"outputs", "houses", "coefficients", "forbidden", "delta", "at-most", "rules"} {
		if !slices.Contains(known, key) {
			t.Errorf("no error lists the key %s: %v", key, known)
		}
	}
	for _, kind := range variant.Kinds() { // qmsat help variants has their keys
		own := lists.Map(variant.FieldsOf(kind.New()), func(f variant.Field) string { return f.Key })
		known = slices.DeleteFunc(known, func(key string) bool { return slices.Contains(own, key) && !slices.Contains(languageKeys, key) })
	}
	for _, key := range known {
		if !regexp.MustCompile("`\\{?" + key + "\\b[^`]*`").Match(page) {
			t.Errorf("%s does not stand in docs/model.md", key)
		}
	}
	for _, kind := range model.KindNames() {
		if !strings.Contains(strings.Join(examples, ""), "kind: "+kind+",") {
			t.Errorf("docs/model.md has no example of a constraint of kind %s", kind)
		}
	}
}

// withUnknownKey returns copies of a file, each with an unknown key at the end of one of its mappings.
func withUnknownKey(t *testing.T, text string) []string {
	t.Helper()
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(text), &root); err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	var files []string
	var visit func(n *yaml.Node)
	visit = func(n *yaml.Node) {
		for _, child := range n.Content {
			visit(child)
		}
		if n.Kind != yaml.MappingNode {
			return
		}
		plain := n.Content
		n.Content = append(slices.Clone(plain), &yaml.Node{Kind: yaml.ScalarNode, Value: "no-such-key"}, &yaml.Node{Kind: yaml.ScalarNode, Value: "1"})
		file, err := yaml.Marshal(&root)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(file))
		n.Content = plain
	}
	visit(&root)
	return files
}

// keysListed returns the keys that the errors about an unknown key list, for the file read as a model and as rules.
func keysListed(file string) []string {
	quasiMagic, err := model.QuasiMagic(3, 2)
	if err != nil {
		panic(err)
	}
	_, _, asModel := modeltest.ReadYAML("model", strings.NewReader(file))
	_, asRules := document.ReadRules("rules", strings.NewReader(file), quasiMagic)
	var keys []string
	for _, err := range []error{asModel, asRules} {
		if _, list, found := strings.Cut(err.Error(), `the key "no-such-key", expected only `); found {
			keys = append(keys, strings.Split(list, ", ")...)
		}
	}
	return keys
}
