package main

import (
	"slices"
	"strings"
	"testing"
)

// TestCodeDocument holds that the tables of docs/code.md on erasures and times have a row for each number and decoder or engine;
// package code holds their columns. With QMSAT_CONFIRM and -update they are measured again and drawn, which takes minutes.
func TestCodeDocument(t *testing.T) {
	tables, commands := measuredTables(t, "code.md")
	for i, words := range commands {
		rows := strings.Split(strings.TrimSpace(tables[i]), "\n")
		value := func(flag string) string {
			if at := slices.Index(words, flag); at >= 0 {
				return words[at+1]
			}
			return ""
		}
		numbers, ok := parseNumbers(value("--erasures"))
		if !ok || value("--channel") != "" {
			continue
		}
		each := map[string]int{"erasures": 5, "stopping": 4, "time": 2}[words[1]] // decoders or engines if none are named
		if decoders := value("--decoder"); decoders != "" {
			each = 1 + strings.Count(decoders, ",")
		}
		if lines := 2 + len(numbers)*each; len(rows) != lines {
			t.Errorf("%v: %d lines, expected %d", words, len(rows), lines)
		}
	}
}
