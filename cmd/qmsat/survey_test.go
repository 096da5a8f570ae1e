package main

import (
	"regexp"
	"strings"
	"testing"

	"qmsat/cmd/internal/study/reproduce"
)

// TestSurveyDocument holds that the first table of docs/survey.md has three lines for each method of the survey, and the second
// a line for each size and share of givens. With QMSAT_CONFIRM and -update they are measured again and drawn, which takes an
// hour.
func TestSurveyDocument(t *testing.T) {
	tables, _ := measuredTables(t, "survey.md")
	for _, m := range reproduce.SurveyMethods {
		if lines := regexp.MustCompile(`(?m)^ *`+regexp.QuoteMeta(m.Engine)+` .*$`).FindAllString(tables[0], -1); len(lines) != 3 {
			t.Errorf("%d lines of %s, expected 3", len(lines), m.Engine)
		}
	}
	if lines := strings.Count(tables[1], " % "); lines != 2*9 {
		t.Errorf("%d lines of shares, expected 18", lines)
	}
}
