package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFilesAreOpenedInOnePlace holds that the command opens files by name through namedfile, so that each may be a gzip file.
func TestFilesAreOpenedInOnePlace(t *testing.T) {
	opens := regexp.MustCompile(`\bos\.(Open|ReadFile|Create)\(`)
	sources, err := filepath.Glob("*.go")
	if err != nil || len(sources) < 20 {
		t.Fatalf("%d sources, %v", len(sources), err)
	}
	for _, name := range sources {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := opens.FindString(string(text)); found != "" && !strings.HasSuffix(name, "_test.go") {
			t.Errorf("%s has %s…), expected namedfile or writeFile", name, found)
		}
	}
}
