package document_test

import (
	"bytes"
	"errors"
	"qmsat/model"
	"qmsat/model/document"
	"qmsat/model/modeltest"
	"slices"
	"strings"
	"testing"
)

// FuzzReadYAML checks that bad text gives a one-line error with its place, and that a model that is read is valid and survives
// writing and reading.
func FuzzReadYAML(f *testing.F) {
	for _, seed := range []string{
		"",
		"name: x\ngrid: {boxes: 2x3}\nvariables: {a: [0..40, 50]}\ndomains: {r1c1: [1, 3]}\noutputs: [r1c1, a]\ngivens: {r1c1: 3}\n",
		"grid: {boxes: 3x3}\nquasi-magic: 2\npruning-rules: [1, 10]\n",
		"grid: {boxes: 2x2, rows: 4, columns: 6, values: -1..9, houses: [rows, boxes]}\nquasi-magic: {delta: 1, boxes: [2]}\n",
		"variables: {a: 0..4, b: 0..4}\nconstraints:\n- {kind: all-different, cells: [a, b]}\n" +
			"- {kind: linear, name: \"\\x01\", cells: [a, b], coefficients: [2, -1], min: 0, max: 3}\n" +
			"- {kind: table, cells: [a, b], forbidden: [[1, 2]]}\n",
		"variables: {a: 0..4, b: 0..4}\nconstraints:\n- kind: rule\n  if: {a: 1, b: []}\n" +
			"  then: {any: [{not: {b: 2}}, {at-most: 1, of: [{all: []}, {exactly: 0, of: []}]}]}\n",
		"variables: &v {a: *v}\n---\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, givens, err := modeltest.ReadYAML("file", bytes.NewReader(text))
		if err != nil {
			expectPlaced(t, err)
			return
		}
		if err := m.Validate(); err != nil {
			t.Fatalf("read, but not valid: %v", err)
		}
		var written bytes.Buffer
		if err := modeltest.WriteYAML(m, &written, givens); err != nil {
			t.Fatal(err)
		}
		again, givensAgain, err := modeltest.ReadYAML("written", &written)
		if err != nil {
			t.Fatalf("written, but not read: %v", err)
		}
		if again.Hash() != m.Hash() || again.Name != m.Name || !slices.Equal(givens, givensAgain) {
			t.Fatalf("read back as another model or with other givens: %v, %v", givens, givensAgain)
		}
	})
}

// FuzzReadRules checks that bad text gives a one-line error with its place and leaves the model unchanged, and that rules that
// are read survive writing and reading.
func FuzzReadRules(f *testing.F) {
	for _, seed := range []string{
		"rules: []\n",
		"# comment\nquasi-magic: 1\nrules:\n- {name: corner, r1c1: [1, 2..3]}\n- {kind: rule, not: {r2c2: 4}}\n",
		"quasi-magic: 2\nrules: [{any: []}]\n",
		"rules:\n- {at-most: 1, of: [{r1c1: 1, r1c2: 2}, {exactly: -1, of: [{all: [{r4c4: []}]}]}]}\n- {if: {r1c1: 1}, then: {any: [{r1c2: 2}]}}\n",
		"rules: [{kind: table}]\n",
		"rules: [{}]\nmore: 1\n",
		"rules:\n- {name: \"\\x01\", r1c1: 1}\n- {r5c5: 1}\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m, err := model.QuasiMagic(2, 1)
		if err != nil {
			t.Fatal(err)
		}
		m.Constraints = slices.Clip(m.Constraints) // so that appending rules to one model does not overwrite the other's
		copied := *m
		before := &copied
		if err := addRules("file", bytes.NewReader(text), m); err != nil {
			expectPlaced(t, err)
			if m.Hash() != before.Hash() {
				t.Fatal("the model was changed")
			}
			return
		}
		if err := m.Validate(); err != nil {
			t.Fatalf("read, but not valid: %v", err)
		}
		var rules []*model.Rule
		for _, c := range m.Constraints[len(before.Constraints):] {
			rules = append(rules, c.(*model.Rule))
		}
		var written bytes.Buffer
		if err := document.WriteRules(&written, before, []string{"a comment"}, rules); err != nil {
			t.Fatal(err)
		}
		if err := addRules("written", &written, before); err != nil {
			t.Fatalf("written, but not read: %v", err)
		}
		if before.Hash() != m.Hash() {
			t.Fatalf("%d rules are read back as others", len(rules))
		}
	})
}

// expectPlaced expects a one-line error with its place.
func expectPlaced(t *testing.T, err error) {
	t.Helper()
	var input *model.InputError
	if !errors.As(err, &input) || input.Line < 1 || input.Column < 1 || strings.ContainsAny(err.Error(), "\n\r") {
		t.Fatalf("%q: expected one line that says where", err)
	}
}
