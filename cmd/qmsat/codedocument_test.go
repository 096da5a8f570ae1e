package main

import (
	"slices"
	"strings"
	"testing"

	"qmsat/compare/study/code"
	"qmsat/compare/table"
)

// TestCodeDocument holds that the tables of docs/code.md have the columns that their commands print, and those on erasures and times a row
// for each number and decoder or engine. With QMSAT_CONFIRM and -update they are measured again and drawn, which takes minutes.
func TestCodeDocument(t *testing.T) {
	tables, commands := measuredTables(t, "code.md")
	records := map[string]any{
		"distances": averageRecord{}, "subcodes": code.Subcode{}, "erasures": erasuresRecord{}, "curves": code.Curve{}, "time": code.TimePoint{},
		"critical": code.Fixing{}, "stopping": stoppingRecord{},
		"distances --delta": sampledRecord{}, "erasures --channel": channelRecord{}, "distances --by": setRecord{},
		"critical --delta": fewestRecord{}, "erasures --box": smallRecord{},
	}
	for i, words := range commands {
		rows := strings.Split(strings.TrimSpace(tables[i]), "\n")
		record, known := records[words[1]]
		value := func(flag string) string {
			at := slices.Index(words, flag)
			if at < 0 {
				return ""
			}
			if special := records[words[1]+" "+flag]; special != nil {
				record = special
			}
			return words[at+1]
		}
		value("--delta")
		value("--by")
		value("--box")
		if !known {
			continue
		}
		lines := 0
		if numbers, ok := parseNumbers(value("--erasures")); ok {
			each := map[string]int{"erasures": 5, "stopping": 4, "time": 2}[words[1]] // decoders or engines where none are named
			if decoders := value("--decoder"); decoders != "" {
				each = 1 + strings.Count(decoders, ",")
			}
			lines = 2 + len(numbers)*each
		}
		if value("--channel"); lines > 0 && len(rows) != lines {
			t.Errorf("%v: %d lines, expected %d", words, len(rows), lines)
		}
		columns := strings.Split((&table.Table[any]{Records: []any{record}}).Lines()[0], "\t")
		if heading := strings.Fields(rows[0]); !slices.Equal(heading, columns) {
			t.Errorf("%v: columns %v, expected %v", words, heading, columns)
		}
	}
}
