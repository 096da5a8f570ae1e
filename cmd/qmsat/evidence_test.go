package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// TestEvidence holds that the message of an engine that contradicts itself names the constraint and a file from which the model
// can be read.
func TestEvidence(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	m, err := model.Sudoku(2, 2)
	if err != nil {
		t.Fatal(err)
	}
	failure := engine.Failed("native", &engine.MismatchError{Model: m, Constraint: m.Constraints[0], Part: "table", Detail: "1, 2, 3, 4 is missing"})
	if text := failure.Error(); !strings.Contains(text, `all-different "row 1" on r1c1`) || !strings.Contains(text, "1, 2, 3, 4 is missing") {
		t.Errorf("the message is %q", text)
	}
	_, file, found := strings.Cut(evidence(inputError(failure)), "its model is in ")
	if !found || filepath.Dir(file) != os.Getenv("TMPDIR") {
		t.Fatalf("the evidence is %q", evidence(failure))
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	read, _, err := modeltest.ReadYAML(file, strings.NewReader(string(text)))
	if err != nil || read.Hash() != m.Hash() {
		t.Errorf("read another model: %v", err)
	}
}
