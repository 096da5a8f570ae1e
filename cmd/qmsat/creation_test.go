package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qmsat/compare/reproduce"
)

// creationTable is the table that docs/creation.md shows, after the command line that it came from.
var creationTable = regexp.MustCompile("(?s)```text\n\\$ qmsat ([^\n]*)\n(.*?)```")

// TestCreationDocument holds that the table of docs/creation.md has the lines that its command measures. With QMSAT_CONFIRM and
// -update it is measured again, which takes half an hour, and the plot beside it is drawn.
func TestCreationDocument(t *testing.T) {
	file := filepath.Join(root, "docs", "creation.md")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	found := creationTable.FindStringSubmatch(string(text))
	if found == nil {
		t.Fatal("no table")
	}
	words := strings.Fields(found[1])
	if os.Getenv("QMSAT_CONFIRM") != "" && *update {
		var out strings.Builder
		t.Chdir(root)
		if status := run(context.Background(), words, streams{strings.NewReader(""), &out, os.Stderr}); status != 0 {
			t.Fatalf("exit status %d", status)
		}
		golden(t, filepath.Join("docs", "creation.md"), strings.Replace(string(text), found[2], out.String(), 1))
		return
	}
	sides, _ := parseNumbers(words[3])
	table := found[2]
	for _, c := range reproduce.CreationCases(sides) {
		line := regexp.MustCompile(`(?m)^ *` + c.Part + ` +` + regexp.QuoteMeta(c.Name) + ` .*$`).FindString(table)
		if line == "" {
			t.Fatalf("no line of %s, %s", c.Part, c.Name)
		}
		table = strings.Replace(table, line, "", 1)
	}
}
