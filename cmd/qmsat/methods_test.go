package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"qmsat/model"
	"qmsat/model/modeltest"
)

// methodsTables are the tables that docs/methods.md shows, each after the command line that it came from.
var methodsTables = regexp.MustCompile("(?s)```text\n\\$ qmsat ([^\n]*)\n(.*?)```")

// TestMethodsDocument holds that docs/methods.md has the published iterations of projections in its table of three methods. With
// QMSAT_CONFIRM and -update all of its tables are measured again, which takes about a quarter of an hour.
func TestMethodsDocument(t *testing.T) {
	file := filepath.Join(root, "docs", "methods.md")
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(content)
	tables := methodsTables.FindAllStringSubmatch(text, -1)
	if len(tables) == 0 {
		t.Fatal("no tables")
	}
	if os.Getenv("QMSAT_CONFIRM") != "" && *update {
		t.Chdir(root)
		for _, table := range tables {
			var out strings.Builder
			words, plots := strings.Fields(table[1]), ""
			if words[1] == "methods" || words[1] == "projections" {
				plots = t.TempDir()
				words = append(words, "--report", plots)
			}
			if status := run(context.Background(), words, streams{strings.NewReader(""), &out, os.Stderr}); status != 0 && status != statusStopped {
				t.Fatalf("qmsat %s: exit status %d", table[1], status)
			}
			text = strings.Replace(text, table[2], out.String(), 1)
			files, err := filepath.Glob(filepath.Join(plots, "plot-*.svg"))
			if err != nil {
				t.Fatal(err)
			}
			for _, plot := range files {
				name := filepath.Join("docs", words[1]+strings.TrimPrefix(filepath.Base(plot), "plot"))
				if drawing, err := os.ReadFile(plot); err != nil {
					t.Fatal(err)
				} else if strings.Contains(text, filepath.Base(name)) {
					golden(t, name, string(drawing))
				}
			}
		}
		golden(t, filepath.Join("docs", "methods.md"), text)
		return
	}
	sudoku, err := model.Sudoku(3, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range modeltest.Puzzles(t, sudoku, "ai-sudoku-8.txt") {
		if line := regexp.MustCompile(`(?m)^ +S` + strings.Fields("33 34 35 36 37 38 39 40")[i] + ` .* ` + p.Columns[1] + ` *$`); !line.MatchString(text) {
			t.Errorf("no line %s", line)
		}
	}
}
