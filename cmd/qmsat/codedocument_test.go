package main

import (
	"slices"
	"strings"
	"testing"
)

// TestCodeDocument holds that the tables of docs/code.md have the columns that their commands print, and those on erasures a row for each
// number and decoder. With QMSAT_CONFIRM and -update they are measured again, which takes minutes.
func TestCodeDocument(t *testing.T) {
	tables, commands := measuredTables(t, "code.md")
	for i, words := range commands {
		rows := strings.Split(strings.TrimSpace(tables[i]), "\n")
		columns, _ := fieldsOf(averageRecord{}, true)
		switch words[1] {
		case "subcodes":
			columns, _ = fieldsOf(subcodeRecord{}, true)
		case "erasures":
			columns, _ = fieldsOf(erasuresRecord{}, true)
			numbers, _ := parseNumbers(words[slices.Index(words, "--erasures")+1])
			decoders := 5
			if at := slices.Index(words, "--decoder"); at >= 0 {
				decoders = len(strings.Split(words[at+1], ","))
			}
			if len(rows) != 2+len(numbers)*decoders {
				t.Errorf("%v: %d lines, expected %d", words, len(rows), 2+len(numbers)*decoders)
			}
		}
		if heading := strings.Fields(rows[0]); !slices.Equal(heading, columns) {
			t.Errorf("%v: columns %v, expected %v", words, heading, columns)
		}
	}
}
