package document_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v4"
	"pgregory.net/rapid"

	"qmsat/model/document"
	"qmsat/model/modeltest"
	"qmsat/model/variant"
)

var update = flag.Bool("update", false, "rewrite the JSON schema of model files")

// compiledSchema returns a check of model files by the schema.
func compiledSchema(t *testing.T) func(text string) error {
	t.Helper()
	text, err := document.Schema()
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("model.schema.json", parsed); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("model.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return func(text string) error {
		var value any
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			return err
		}
		return compiled.Validate(asJSON(value))
	}
}

// asJSON returns a value of YAML with texts as keys.
func asJSON(value any) any {
	switch value := value.(type) {
	case []any:
		for i, item := range value {
			value[i] = asJSON(item)
		}
	case map[string]any:
		for key, item := range value {
			value[key] = asJSON(item)
		}
	case map[any]any:
		texts := map[string]any{}
		for key, item := range value {
			texts[fmt.Sprint(key)] = asJSON(item)
		}
		return texts
	case uint64:
		return json.Number(fmt.Sprint(value))
	}
	return value
}

// The schema in docs is that of this code.
func TestSchemaFile(t *testing.T) {
	const file = "../../docs/model.schema.json"
	text, err := document.Schema()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if written, err := os.ReadFile(file); err != nil || !bytes.Equal(written, text) {
		t.Errorf("%s differs from the code, %v; go test ./model/document -run TestSchemaFile -update", file, err)
	}
}

// modelFiles returns the text of every model of testdata and docs, and of an example for each clue.
func modelFiles(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"../../testdata/*/*.yaml", "../../testdata/*/*/*.yaml", "../../docs/variants/*.yaml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := document.Read(t.Context(), file, bytes.NewReader(text)); err == nil { // suites and rules are none
				texts[file] = string(text)
			}
		}
	}
	page, err := os.ReadFile("../../docs/model.md")
	if err != nil {
		t.Fatal(err)
	}
	for i, found := range example.FindAllStringSubmatch(string(page), -1) {
		if _, err := document.Read(t.Context(), "", strings.NewReader(found[1])); err == nil {
			texts[fmt.Sprintf("docs/model.md, example %d", i+1)] = found[1]
		}
	}
	for _, kind := range variant.Kinds() {
		texts["an example of "+kind.Name] = kind.ExampleFile()
	}
	if len(texts) < 21+30+12+len(variant.Kinds()) {
		t.Fatalf("found only %d models", len(texts))
	}
	return texts
}

// The schema accepts every model. If a key is renamed, it refuses the file as the reader does: whenever the reader knows that it is wrong
// without knowing what is a cell, and never if the reader accepts it.
func TestSchemaAndReader(t *testing.T) {
	check := compiledSchema(t)
	refused, seen, every := 0, 0, modeltest.Scale(75, 1)
	for name, text := range modelFiles(t) {
		if err := check(text); err != nil {
			t.Errorf("%s: %v\n%s", name, err, text)
			continue
		}
		for renamed := range withRenamedKey(t, text) {
			if seen++; seen%every != 0 {
				continue
			}
			changed := renamed()
			_, wrong := document.Read(t.Context(), "", strings.NewReader(changed))
			err := check(changed)
			if wrong == nil && err != nil {
				t.Errorf("%s: the reader accepts this, the schema does not: %v\n%s", name, err, changed)
			}
			if wrong != nil && err == nil && (strings.Contains(wrong.Error(), "found the key ") || strings.Contains(wrong.Error(), `found no "`)) {
				t.Errorf("%s: the schema accepts this, the reader says %v\n%s", name, wrong, changed)
			}
			if err != nil {
				refused++
			}
		}
	}
	if refused < seen/every/2 {
		t.Errorf("%d of %d files with a renamed key were refused, expected most", refused, seen/every)
	}
}

// withRenamedKey yields functions that write a file with one key renamed, each to be called when it is yielded.
func withRenamedKey(t *testing.T, text string) iter.Seq[func() string] {
	t.Helper()
	var root yaml.Node
	if err := yaml.Unmarshal([]byte(text), &root); err != nil {
		t.Fatal(err)
	}
	renamed := func() string {
		file, err := yaml.Marshal(&root)
		if err != nil {
			t.Fatal(err)
		}
		return string(file)
	}
	return func(yield func(func() string) bool) {
		var visit func(n *yaml.Node) bool
		visit = func(n *yaml.Node) bool {
			for i, child := range n.Content {
				if !visit(child) {
					return false
				} else if n.Kind != yaml.MappingNode || i%2 == 1 {
					continue
				}
				key := child.Value
				child.Value += "x"
				more := yield(renamed)
				if child.Value = key; !more {
					return false
				}
			}
			return true
		}
		visit(&root)
	}
}

// The schema accepts what is written of random models, with constraints of every kind.
func TestSchemaAcceptsRandomModels(t *testing.T) {
	check := compiledSchema(t)
	rapid.Check(t, func(t *rapid.T) {
		m := modeltest.Drawn(t)
		var text bytes.Buffer
		if err := modeltest.WriteYAML(m, &text, nil); err != nil {
			t.Fatal(err)
		}
		if err := check(text.String()); err != nil {
			t.Fatalf("%v\n%s", err, text.String())
		}
	})
}

// A constraint without a kind has one complaint, so an editor does not say what each kind would need.
func TestSchemaWithoutKind(t *testing.T) {
	check := compiledSchema(t)
	for entry, expected := range map[string]string{"{cells: r1c1-r1c4}": "missing property 'kind'", "killer": "got string, want object"} {
		err := check("grid: {boxes: 3x3}\nconstraints:\n- " + entry)
		if err == nil || strings.Count(err.Error(), "\n") != 1 || !strings.HasSuffix(err.Error(), "at '/constraints/0': "+expected) {
			t.Errorf("%s: found %v, expected %s", entry, err, expected)
		}
	}
}

// What is wrong in a model file is wrong by the schema, at the same place.
func TestSchemaSays(t *testing.T) {
	check := compiledSchema(t)
	for text, expected := range map[string]string{
		"grid: {box: 3x3}": "/grid",
		"grid: {boxes: 3x3}\nconstraints:\n- {kind: thermometer, lines: r1c1-r1c4}":                 "/constraints/0",
		"grid: {boxes: 3x3}\nconstraints:\n- {kind: termometer, line: r1c1-r1c4}":                   "/constraints/0/kind",
		"grid: {boxes: 3x3}\nconstraints:\n- {kind: killer, cells: r1c1-r1c4, sum: [1]}":            "/constraints/0/sum",
		"grid: {boxes: 3x3}\nconstraints:\n- {kind: or, of: [{kind: killer, cells: r1c1, sun: 5}]}": "/constraints/0/of",
		"grid: {boxes: 3x3}\nanti: [night]":                                                         "/anti",
		"grid: {boxes: 3x3}\ndots: {grey: [r1c1-r1c2]}":                                             "/dots",
		"grid: {boxes: 3x3}\nconstraints:\n- {kind: rule, al: [{r1c1: 5}]}":                         "/constraints/0",
		"variables: {a: 1...3}":               "/variables/a",
		"variables: {a: 1..3}\ngiven: {a: 1}": "",
	} {
		if err := check(text); err == nil || !strings.Contains(err.Error(), "at '"+expected) {
			t.Errorf("%q: %v, expected an error at %s", text, err, expected)
		}
		if _, err := document.Read(t.Context(), "", strings.NewReader(text)); err == nil {
			t.Errorf("%q: the reader accepts it", text)
		}
	}
}
