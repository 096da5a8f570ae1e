package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qmsat/cmd/internal/study/reproduce"
	"qmsat/model/engine"
	"qmsat/model/modeltest"
)

// measuredTable is a table that a document shows, after the command line that it came from.
var measuredTable = regexp.MustCompile("(?s)```text\n\\$ qmsat ([^\n]*)\n(.*?)```")

// measuredTables returns the tables of a document in docs and the words of their command lines. With QMSAT_CONFIRM and -update they
// are measured again first.
func measuredTables(t *testing.T, name string) (tables []string, commands [][]string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "docs", name))
	if err != nil {
		t.Fatal(err)
	}
	document := string(text)
	measure := modeltest.Confirms() && *update
	if measure {
		t.Chdir(root)
	}
	for _, found := range measuredTable.FindAllStringSubmatch(document, -1) {
		words, err := engine.SplitWords(found[1])
		if err != nil {
			t.Fatal(err)
		}
		if measure {
			var out strings.Builder
			// Plots are named by the topic, and in most documents by the document before it.
			shown := regexp.MustCompile(`\(((?:`+strings.TrimSuffix(name, ".md")+`-)?`+words[1]+`-([0-9]+)\.svg)\)`).FindAllStringSubmatch(document, -1)
			report := t.TempDir()
			if len(shown) > 0 {
				words = append(words, "--report", report)
			}
			if status := run(context.Background(), words, streams{strings.NewReader(""), &out, os.Stderr}); status != 0 && status != statusStopped {
				t.Fatalf("%v: exit status %d", words, status)
			}
			for _, picture := range shown {
				drawing, err := os.ReadFile(filepath.Join(report, "plot-"+picture[2]+".svg"))
				if err != nil {
					t.Fatal(err)
				}
				golden(t, filepath.Join("docs", picture[1]), string(drawing))
			}
			line := "$ qmsat " + found[1] + "\n"
			document = strings.Replace(document, line+found[2], line+out.String(), 1)
			found[2] = out.String()
		}
		tables, commands = append(tables, found[2]), append(commands, words)
	}
	if len(tables) == 0 {
		t.Fatal("no table")
	}
	if measure {
		golden(t, filepath.Join("docs", name), document)
	}
	return tables, commands
}

// TestCreationDocument holds that the table of docs/creation.md has the lines that its command measures. With QMSAT_CONFIRM and
// -update it is measured again, which takes half an hour, and the plot beside it is drawn.
func TestCreationDocument(t *testing.T) {
	tables, commands := measuredTables(t, "creation.md")
	table, words := tables[0], commands[0]
	sides, _ := parseNumbers(words[3])
	for _, c := range reproduce.CreationCases(sides) {
		line := regexp.MustCompile(`(?m)^ *` + c.Group + ` +` + regexp.QuoteMeta(c.Name) + ` .*$`).FindString(table)
		if line == "" {
			t.Fatalf("no line of %s, %s", c.Group, c.Name)
		}
		table = strings.Replace(table, line, "", 1)
	}
}
