package code

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"qmsat/compare/table"
)

// TestDocumentColumns holds that the tables of docs/code.md have the columns that their commands print.
func TestDocumentColumns(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "docs", "code.md"))
	if err != nil {
		t.Fatal(err)
	}
	records := map[string]any{
		"distances": averageRecord{}, "subcodes": Subcode{}, "erasures": erasuresRecord{}, "curves": Curve{}, "time": TimePoint{},
		"critical": Fixing{}, "stopping": stoppingRecord{},
		"distances --delta": sampledRecord{}, "erasures --channel": channelRecord{}, "distances --by": setRecord{},
		"critical --delta": fewestRecord{}, "erasures --box": smallRecord{},
	}
	seen := 0
	for _, found := range regexp.MustCompile("(?s)```text\n\\$ qmsat code ([^\n]*)\n([^\n]*)\n").FindAllStringSubmatch(string(text), -1) {
		words := strings.Fields(found[1])
		record, known := records[words[0]]
		if !known {
			continue
		}
		for _, flag := range []string{"--delta", "--by", "--box", "--channel"} {
			if special := records[words[0]+" "+flag]; special != nil && slices.Contains(words, flag) {
				record = special
			}
		}
		seen++
		columns := strings.Split((&table.Table[any]{Records: []any{record}}).Lines()[0], "\t")
		if heading := strings.Fields(found[2]); !slices.Equal(heading, columns) {
			t.Errorf("%s: columns %v, expected %v", found[1], heading, columns)
		}
	}
	if seen == 0 {
		t.Error("no table")
	}
}
