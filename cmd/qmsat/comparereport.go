package main

import (
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
	fmt.Fprint(table, "engine\tencoding\tpuzzles\tsolutions\topen\tsolve\tper puzzle\teffort\t\n")
	for i := range set.Report.Rows {
		row := &set.Report.Rows[i]
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t\n",
			row.Contender.Without(sat.Settings()...), orDash(sat.EncodingOf(row.Contender.Options)), row.Puzzles(), solutionsOf(row),
			show.Seconds(row.Open.Seconds()), show.Seconds(row.Solve().Seconds()), show.Seconds(perPuzzle(row)), showEffort(effortMap(row.Effort)))
	}
	table.Flush()
}

// solutionsOf writes how many solutions a row has; ">=" where some search was not exhausted.
func solutionsOf(row *compare.Row) string {
	if row.Complete() < row.Puzzles() {
		return ">=" + row.Solutions().String()
	}
	return row.Solutions().String()
}

// perPuzzle returns the mean time of a puzzle, in seconds.
func perPuzzle(row *compare.Row) float64 {
	if row.Puzzles() == 0 {
		return 0
	}
	return row.Solve().Seconds() / float64(row.Puzzles())
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// compareRecord is the JSON object of one engine in a comparison.
type compareRecord struct {
	Delta       *int             `json:"delta"`
	Engine      string           `json:"engine"`
	Encoding    string           `json:"encoding"`
	Puzzles     int              `json:"puzzles"`
	Count       string           `json:"count"`
	Complete    bool             `json:"complete"`
	Seconds     float64          `json:"seconds"` // of one round: the sum of the puzzles' medians
	OpenSeconds float64          `json:"open_seconds"`
	Effort      map[string]int64 `json:"effort"`   // of all rounds
	Settings    engine.Options   `json:"settings"` // of the engine, all of them
	conditions
}

func newCompareRecord(set *compare.SetResult, i int, c conditions) compareRecord {
	row := &set.Report.Rows[i]
	return compareRecord{
		Delta: set.Delta, Engine: row.Contender.Engine.Name, Settings: settingsOf(row.Contender), Encoding: sat.EncodingOf(row.Contender.Options),
		Puzzles: row.Puzzles(), Count: row.Solutions().String(), Complete: row.Complete() == row.Puzzles(),
		Seconds: row.Solve().Seconds(), OpenSeconds: row.Open.Seconds(), Effort: effortMap(row.Effort), conditions: c,
	}
}
