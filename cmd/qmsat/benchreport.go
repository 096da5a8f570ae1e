package main

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/encode"
	"qmsat/encode/sat"
	"qmsat/model/engine"
)

// benchSheet is how bench shows what it measured.
var benchSheet = &sheet{
	table: writeBenchTable,
	record: func(set *compare.SetResult, row int, c conditions) any {
		return newBenchRecord(set, row, c)
	},
}

// benchRecord is the JSON object of one engine and encoding in a benchmark. Times are in seconds, null where nothing was measured;
// those of puzzles are a median over puzzles and the interval that has the true median with 95 % confidence.
type benchRecord struct {
	Delta        *int             `json:"delta"`
	Engine       string           `json:"engine"`
	Encoding     string           `json:"encoding"`
	Puzzles      int              `json:"puzzles"`
	Count        *string          `json:"count"` // of one round; null where none were counted
	Complete     bool             `json:"complete"`
	Variables    *int             `json:"variables"` // null for engines without a formula
	Clauses      *int64           `json:"clauses"`
	Literals     *int64           `json:"literals"`
	BuildSeconds *float64         `json:"build_seconds"`
	Median       *float64         `json:"seconds"`
	Low          *float64         `json:"seconds_low"` // null where there are too few times for an interval
	High         *float64         `json:"seconds_high"`
	Bounded      bool             `json:"seconds_bounded"` // the median is a lower bound: too many searches were cut off
	Total        *float64         `json:"seconds_total"`   // of all rounds
	Effort       map[string]int64 `json:"effort"`          // of all rounds
	Settings     engine.Options   `json:"settings"`        // of the engine, all of them but thresholds at their defaults
	conditions

	engineLabel string // the engine and its settings, for the table
}

func newBenchRecord(set *compare.SetResult, i int, c conditions) benchRecord {
	row := &set.Report.Rows[i]
	summary := row.Summary()
	r := benchRecord{
		Delta: set.Delta, Engine: row.Contender.Engine.Name, Settings: settingsOf(row.Contender), Encoding: sat.EncodingOf(row.Contender.Options),
		engineLabel: row.Contender.Without(sat.Settings()...), Puzzles: row.Puzzles(),
		Count: countOf(row), Complete: row.Complete(),
		BuildSeconds: opened(row), Median: measured(row, summary.Center),
		Bounded: summary.Bounded, Total: measured(row, row.Total().Seconds()), Effort: effortMap(row.Effort), conditions: c,
	}
	if summary.Values > 0 {
		r.Low, r.High = finite(summary.Low), finite(summary.High)
	}
	if size := sizeOf(set, i); size != nil {
		r.Variables, r.Clauses, r.Literals = &size.Variables, &size.Clauses, &size.Literals
	}
	return r
}

// sizeOf returns the size of a contender's formula, or nil where it has none or was not asked for.
func sizeOf(set *compare.SetResult, i int) *encode.Size {
	if i >= len(set.Sizes) {
		return nil
	}
	return set.Sizes[i]
}

// writeBenchTable writes a row per engine and encoding, then the ratios of their times.
func writeBenchTable(text *strings.Builder, set *compare.SetResult) {
	table := tabwriter.NewWriter(text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "engine\tencoding\tvariables\tclauses\tliterals\tbuild\tmedian\tlow\thigh\ttotal\tunfinished\tsolutions\tcompared\teffort\t\n")
	for i := range set.Report.Rows {
		row := &set.Report.Rows[i]
		r := newBenchRecord(set, i, conditions{})
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%d\t%s\t\n", r.engineLabel, cmp.Or(r.Encoding, "-"),
			orNothing(r.Variables), orNothing(r.Clauses), orNothing(r.Literals), showOr(r.BuildSeconds, show.Seconds),
			showMedian(r), showOr(r.Low, show.Seconds), showOr(r.High, show.Seconds), showOr(r.Total, show.Seconds), row.Unfinished(), solutionsOf(row), row.Compared(),
			showEffort(r.Effort))
	}
	table.Flush()
	writeRatios(text, set.Report)
}

// showMedian writes the median time, as a bound where it is one.
func showMedian(r benchRecord) string {
	if r.Bounded {
		return ">" + showOr(r.Median, show.Seconds)
	}
	return showOr(r.Median, show.Seconds)
}

// orNothing writes a number or text, or nothing where there is none.
func orNothing[N int | int64 | float64 | string](number *N) string {
	if number == nil {
		return ""
	}
	return fmt.Sprint(*number)
}

// finite returns a pointer to the number, or nil where it is infinite or none.
func finite(number float64) *float64 {
	if math.IsInf(number, 0) || math.IsNaN(number) {
		return nil
	}
	return &number
}

// showOr writes a number, or nothing where there is none.
func showOr(number *float64, write func(float64) string) string {
	if number == nil {
		return ""
	}
	return write(*number)
}

func showEffort(effort map[string]int64) string {
	names := slices.Sorted(maps.Keys(effort))
	return strings.Join(each(names, func(name string) string { return fmt.Sprintf("%s=%d", name, effort[name]) }), " ")
}
