package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Imports run one way, and native and encode share nothing but the model: their independence is what makes an agreement
// worth something.
func TestImports(t *testing.T) {
	for _, test := range []struct {
		packages string
		allowed  []string // the qmsat packages, or folders, that may be used beside the package itself
	}{
		{"./internal/...", []string{"qmsat/internal", "qmsat/model"}},
		{"./model/...", []string{"qmsat/model", "qmsat/internal"}},
		{"./encode/...", []string{"qmsat/model", "qmsat/internal", "qmsat/encode"}},
		{"./native/...", []string{"qmsat/model", "qmsat/internal", "qmsat/native"}},
		{"./compare/...", []string{"qmsat/model", "qmsat/internal", "qmsat/compare", "qmsat/encode", "qmsat/native"}},
	} {
		list := exec.Command("go", "list", "-deps", test.packages)
		list.Dir = root
		out, err := list.Output()
		if err != nil {
			t.Fatalf("go list %s: %v", test.packages, err)
		}
		seen := 0
		for name := range strings.FieldsSeq(string(out)) {
			if !strings.HasPrefix(name, "qmsat/") {
				continue
			}
			seen++
			under := func(folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") }
			if !slices.ContainsFunc(test.allowed, under) {
				t.Errorf("%s depends on %s, expected only %v", test.packages, name, test.allowed)
			}
		}
		if seen == 0 {
			t.Errorf("%s: no packages", test.packages)
		}
	}
}

// The command has nothing of what only tests need: such packages add flags, and time to every start.
func TestNoTestingCode(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "./cmd/qmsat")
	list.Dir = root
	out, err := list.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := strings.Fields(string(out))
	if !slices.Contains(packages, "qmsat/compare/crosscheck") {
		t.Errorf("the command's packages are %v, expected the cross-check among them", packages)
	}
	for _, name := range packages {
		if name == "testing" || name == "pgregory.net/rapid" || strings.HasSuffix(name, "test") && strings.HasPrefix(name, "qmsat/") {
			t.Errorf("the command depends on %s", name)
		}
	}
}
