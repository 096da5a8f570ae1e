package main

import (
	"cmp"
	"fmt"
	"strings"
	"text/tabwriter"

	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/encode/sat"
	"qmsat/model/engine"
)

// compareSheet is how compare shows what it measured.
var compareSheet = &sheet{
	table:  writeCompareTable,
	record: func(set *compare.SetResult, row int, c conditions) any { return newCompareRecord(set, row, c) },
}

func writeCompareTable(text *strings.Builder, set *compare.SetResult) {
	table := tabwriter.NewWriter(text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "engine\tencoding\tpuzzles\tsolutions\tcompared\tunfinished\topen\tsolve\tper puzzle\teffort\t\n")
	for i := range set.Report.Rows {
		row := &set.Report.Rows[i]
		solve := row.Solve().Seconds()
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%d\t%d\t%s\t%s\t%s\t%s\t\n",
			row.Contender.Without(sat.Settings()...), cmp.Or(sat.EncodingOf(row.Contender.Options), "-"), row.Puzzles(), solutionsOf(row),
			row.Compared(), row.Unfinished(), showOr(opened(row), show.Seconds), showOr(measured(row, solve), show.Seconds),
			showOr(measured(row, solve/float64(row.Puzzles())), show.Seconds), showEffort(effortMap(row.Effort)))
	}
	table.Flush()
}

// solutionsOf writes how many solutions a row has; ">=" where some search was not exhausted. Of an engine that may fail it is how
// many puzzles it solved.
func solutionsOf(row *compare.Row) string {
	switch {
	case row.Puzzles() == 0:
		return ""
	case row.MayFail():
		return fmt.Sprintf("%d of %d solved", row.Ended(engine.Solved), len(row.Outcomes))
	case !row.Complete():
		return ">=" + row.Solutions().String()
	}
	return row.Solutions().String()
}

// countOf returns the digits of the solutions of one round, or nil where none were counted: nothing ran, or it may fail.
func countOf(row *compare.Row) *string {
	if row.Puzzles() == 0 || row.MayFail() {
		return nil
	}
	digits := row.Solutions().String()
	return &digits
}

// measured returns a figure of what a contender did, or nil where it never ran.
func measured(row *compare.Row, figure float64) *float64 {
	if row.Puzzles() == 0 {
		return nil
	}
	return &figure
}

// opened returns the seconds that opening took, or nil where it did not come to its end.
func opened(row *compare.Row) *float64 {
	if row.Open == 0 {
		return nil
	}
	seconds := row.Open.Seconds()
	return &seconds
}

// compareRecord is the JSON object of one engine in a comparison.
type compareRecord struct {
	Delta       *int             `json:"delta"`
	Engine      string           `json:"engine"`
	Encoding    string           `json:"encoding"`
	Puzzles     int              `json:"puzzles"`
	Count       *string          `json:"count"` // null where none were counted
	Complete    bool             `json:"complete"`
	Seconds     *float64         `json:"seconds"` // of one round: the sum of the puzzles' medians; null where the engine never ran
	OpenSeconds *float64         `json:"open_seconds"`
	Effort      map[string]int64 `json:"effort"`   // of all rounds
	Settings    engine.Options   `json:"settings"` // of the engine, all of them but thresholds at their defaults
	conditions
}

func newCompareRecord(set *compare.SetResult, i int, c conditions) compareRecord {
	row := &set.Report.Rows[i]
	return compareRecord{
		Delta: set.Delta, Engine: row.Contender.Engine.Name, Settings: settingsOf(row.Contender), Encoding: sat.EncodingOf(row.Contender.Options),
		Puzzles: row.Puzzles(), Count: countOf(row), Complete: row.Complete(),
		Seconds: measured(row, row.Solve().Seconds()), OpenSeconds: opened(row), Effort: effortMap(row.Effort), conditions: c,
	}
}
