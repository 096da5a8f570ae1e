package main

import (
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

// dependencies returns, by package of the repository, the packages that it needs, directly or not.
var dependencies = sync.OnceValues(func() (map[string][]string, error) {
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "./...")
	list.Dir = root
	out, err := list.Output()
	needs := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		needs[names[0]] = names[1:]
	}
	return needs, err
})

// Imports run one way, and native and encode share nothing but the model: their independence is what makes an agreement
// worth something.
func TestImports(t *testing.T) {
	needs, err := dependencies()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for folder, allowed := range map[string][]string{ // the folders that a folder's packages may use
		"qmsat/encode/answer": {"qmsat/model", "qmsat/internal", "qmsat/encode/formula", "qmsat/encode/answer"},
		"qmsat/internal":      {"qmsat/internal"},
		"qmsat/model":         {"qmsat/model", "qmsat/internal"},
		"qmsat/encode":        {"qmsat/model", "qmsat/internal", "qmsat/encode"},
		"qmsat/native":        {"qmsat/model", "qmsat/internal", "qmsat/native"},
		"qmsat/compare":       {"qmsat/model", "qmsat/internal", "qmsat/compare", "qmsat/encode", "qmsat/native", "qmsat/testdata"},
	} {
		under := func(name, folder string) bool { return name == folder || strings.HasPrefix(name, folder+"/") }
		seen := 0
		for name, list := range needs {
			if !under(name, folder) {
				continue
			}
			seen++
			for _, need := range list {
				allows := func(folder string) bool { return under(need, folder) }
				if strings.HasPrefix(need, "qmsat/") && !slices.ContainsFunc(allowed, allows) {
					t.Errorf("%s depends on %s, expected only %v", name, need, allowed)
				}
			}
		}
		if seen == 0 {
			t.Errorf("%s: no packages", folder)
		}
	}
}

// A big room has floors: a core, and packages beside it that import the core but not each other. Its root imports them all.
func TestFloors(t *testing.T) {
	needs, err := dependencies()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	for room, floors := range map[string]struct {
		core   []string
		beside []string
	}{
		"qmsat/encode": {core: []string{"formula"}, beside: []string{"amo", "cells", "kind", "program", "sum"}},
		"qmsat/native": {core: []string{"bitset", "order", "space"}, beside: []string{"propagate", "scheme"}},
	} {
		for i, name := range slices.Concat(floors.core, floors.beside) {
			allowed := floors.core[:min(i, len(floors.core))]
			path := room + "/" + name
			if !slices.Contains(needs[room], path) {
				t.Errorf("%s does not import %s", room, path)
			}
			for _, need := range needs[path] {
				floor, within := strings.CutPrefix(need, room+"/")
				if need == room || within && !slices.Contains(allowed, floor) {
					t.Errorf("%s depends on %s, expected only %v of its room", path, need, allowed)
				}
			}
		}
	}
}

// The command has nothing of what only tests need: such packages add flags, and time to every start.
func TestNoTestingCode(t *testing.T) {
	needs, err := dependencies()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := needs["qmsat/cmd/qmsat"]
	if !slices.Contains(packages, "qmsat/compare/crosscheck") {
		t.Errorf("the command's packages are %v, expected the cross-check among them", packages)
	}
	for _, name := range packages {
		if name == "testing" || name == "pgregory.net/rapid" || strings.HasSuffix(name, "test") && strings.HasPrefix(name, "qmsat/") {
			t.Errorf("the command depends on %s", name)
		}
	}
}

// What people write is compiled before anything runs: the core of the model knows no clues and no documents, and most engines neither.
func TestDocumentsStandAbove(t *testing.T) {
	needs, err := dependencies()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	const core, kinds, clues, document = "qmsat/model", "qmsat/model/kinds", "qmsat/model/variant", "qmsat/model/document"
	for name, allowed := range map[string][]string{
		core: nil, kinds: {core}, clues: {core, kinds}, "qmsat/model/propositional": {core},
		document: {core, kinds, clues, "qmsat/model/propositional"},
	} {
		for _, need := range needs[name] {
			if strings.HasPrefix(need, core) && !slices.Contains(allowed, need) {
				t.Errorf("%s depends on %s, expected only %v of the model", name, need, allowed)
			}
		}
	}
	for _, name := range []string{"qmsat/model/engine", "qmsat/native", "qmsat/native/frontier", "qmsat/encode", "qmsat/encode/sat"} {
		if slices.Contains(needs[name], document) || len(needs[name]) == 0 {
			t.Errorf("%s depends on %s", name, document)
		}
	}
}
