package main

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// buildMasks find what the build says of itself, in text and in JSON, and what stands for it in documents.
var buildMasks = []struct {
	pattern *regexp.Regexp
	mask    string
}{
	{regexp.MustCompile(`(?m)^qmsat [^ \n]* \(.*\)\ngo .*\nplatform .*$`), "qmsat VERSION (COMMIT)\ngo GO\nplatform PLATFORM"},
	{regexp.MustCompile(`"version":"[^"]*","commit":.*"arch":"[^"]*"`), `"version":VERSION,"commit":COMMIT`},
	{regexp.MustCompile(`"qmsat [^ "]*"`), `"qmsat VERSION"`},
	{regexp.MustCompile(`\bv[0-9]+\.[0-9]+\.[0-9]+\b`), "VERSION"}, // of a module
}

// maskBuild replaces what differs from build to build.
func maskBuild(text string) string {
	for _, m := range buildMasks {
		text = m.pattern.ReplaceAllString(text, m.mask)
	}
	return text
}

// What version says is the same as text and as JSON, and it knows the solvers that are built in.
func TestVersion(t *testing.T) {
	var r versionRecord
	if err := json.Unmarshal([]byte(runIn(t, ".", "version --format json")), &r); err != nil {
		t.Fatal(err)
	}
	text := runIn(t, ".", "version")
	for _, fact := range []string{"qmsat " + r.Version + " (" + r.ShortCommit() + ")", r.Go, r.OS + "/" + r.Arch, "gini " + r.Solvers["gini"]} {
		if !strings.Contains(regexp.MustCompile(" +").ReplaceAllString(text, " "), fact) {
			t.Errorf("%q is not in %q", fact, text)
		}
	}
	for _, solver := range solverModules {
		if !regexp.MustCompile(`^v[0-9]+\.[0-9]+\.[0-9]+$`).MatchString(r.Solvers[solver.name]) {
			t.Errorf("%s has version %q, expected one such as v1.2.3", solver.name, r.Solvers[solver.name])
		}
	}
}
