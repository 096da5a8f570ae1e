package main

import (
	"os"
	"path/filepath"
	"testing"
)

// The proof that the examples of check-proof verify is what count writes; -update rewrites it.
func TestExampleProof(t *testing.T) {
	file := filepath.Join(t.TempDir(), "4x4.proof")
	if out := runIn(t, ".", "count --box 2x2 --proof "+file+" 1....2...3......"); out != "6\n" {
		t.Errorf("counted %q, expected 6", out)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	golden(t, filepath.Join(root, "testdata", "proof", "4x4.proof"), string(text))
}
