package main

import (
	"regexp"
	"testing"

	"qmsat/native/scheme"
)

// TestSimonisDocument holds that the first table of docs/simonis.md has a line for each scheme. With QMSAT_CONFIRM and -update its
// tables are measured again, which takes minutes.
func TestSimonisDocument(t *testing.T) {
	tables, _ := measuredTables(t, "simonis.md")
	for _, name := range scheme.Schemes {
		if !regexp.MustCompile(`(?m)^ *` + name + ` +[0-9]+ of `).MatchString(tables[0]) {
			t.Errorf("no line of %s", name)
		}
	}
}
