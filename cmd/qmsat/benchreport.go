package main

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"qmsat/compare"
	"qmsat/encode"
	"qmsat/model/engine"
)

// benchRecord is the JSON object of one engine and encoding in a benchmark. Times are in seconds; those of puzzles are a
// median over puzzles and rounds and the interval that has the true median with 95 % confidence.
type benchRecord struct {
	Delta        *int             `json:"delta"`
	Engine       string           `json:"engine"`
	Encoding     string           `json:"encoding"`
	Puzzles      int              `json:"puzzles"`
	Rounds       int              `json:"rounds"`
	Seed         uint64           `json:"seed"`
	Count        string           `json:"count"` // of one round
	Complete     bool             `json:"complete"`
	Variables    *int             `json:"variables"` // null for engines without a formula
	Clauses      *int64           `json:"clauses"`
	Literals     *int64           `json:"literals"`
	BuildSeconds float64          `json:"build_seconds"`
	Median       float64          `json:"seconds"`
	Low          *float64         `json:"seconds_low"` // null where there are too few times for an interval
	High         *float64         `json:"seconds_high"`
	Total        float64          `json:"seconds_total"`
	Effort       map[string]int64 `json:"effort"`   // of all rounds
	Settings     engine.Options   `json:"settings"` // of the engine, all of them

	label string // the engine and its settings, for the table
}

// benchRecords sums a report up.
func benchRecords(t *task, report *compare.Report, sizes []*encode.Size) []benchRecord {
	var records []benchRecord
	for i := range report.Rows {
		row := &report.Rows[i]
		summary := row.Summary()
		r := benchRecord{
			Delta: t.delta, Engine: row.Contender.Engine.Name, Settings: settingsOf(row.Contender), Encoding: encodingOf(row.Contender),
			label:   labelOf(row.Contender),
			Puzzles: row.Puzzles(), Rounds: report.Rounds, Seed: report.Seed,
			Count: row.Solutions().String(), Complete: row.Complete() == row.Puzzles(),
			BuildSeconds: row.Open.Seconds(),
			Median:       summary.Center, Low: finite(summary.Low), High: finite(summary.High), Total: row.Total().Seconds(),
			Effort: effortMap(row.Effort),
		}
		if size := sizes[i]; size != nil {
			r.Variables, r.Clauses, r.Literals = &size.Variables, &size.Clauses, &size.Literals
		}
		records = append(records, r)
	}
	return records
}

// writeBench prints the records: a table, JSON objects, or comma-separated values with a heading.
func writeBench(out *lines, format string, records []benchRecord) {
	switch format {
	case "json":
		for _, r := range records {
			out.object(r)
		}
	case "csv":
		writeBenchCSV(out, records)
	default:
		writeBenchTable(out, records)
	}
}

func writeBenchTable(out *lines, records []benchRecord) {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "engine\tencoding\tvariables\tclauses\tliterals\tbuild\tmedian\tlow\thigh\ttotal\tsolutions\teffort\t\n")
	for _, r := range records {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t\n", r.label, orDash(r.Encoding),
			orNothing(r.Variables), orNothing(r.Clauses), orNothing(r.Literals), showSeconds(r.BuildSeconds),
			showSeconds(r.Median), showBound(r.Low), showBound(r.High), showSeconds(r.Total), boundOf(r), showEffort(r.Effort))
	}
	table.Flush()
	if len(records) > 0 {
		fmt.Fprintf(&text, "%d puzzles, %d rounds, seed %d\n", records[0].Puzzles, records[0].Rounds, records[0].Seed)
	}
	out.line(strings.TrimSuffix(text.String(), "\n"))
}

func writeBenchCSV(out *lines, records []benchRecord) {
	var text strings.Builder
	table := csv.NewWriter(&text)
	table.Write([]string{"engine", "encoding", "puzzles", "rounds", "seed", "count", "complete", "variables", "clauses", "literals",
		"build_seconds", "seconds", "seconds_low", "seconds_high", "seconds_total", "effort"})
	for _, r := range records {
		row := []string{r.label, r.Encoding}
		for _, value := range []any{r.Puzzles, r.Rounds, r.Seed, r.Count, r.Complete, orNothing(r.Variables), orNothing(r.Clauses),
			orNothing(r.Literals), r.BuildSeconds, r.Median, orNothing(r.Low), orNothing(r.High), r.Total, showEffort(r.Effort)} {
			row = append(row, fmt.Sprint(value))
		}
		table.Write(row)
	}
	table.Flush()
	out.line(strings.TrimSuffix(text.String(), "\n"))
}

// orNothing writes a number, or nothing where there is none.
func orNothing[N int | int64 | float64](number *N) string {
	if number == nil {
		return ""
	}
	return fmt.Sprint(*number)
}

// finite returns a pointer to the number, or nil where it is infinite.
func finite(number float64) *float64 {
	if math.IsInf(number, 0) {
		return nil
	}
	return &number
}

func showSeconds(seconds float64) string {
	return showTime(time.Duration(seconds * float64(time.Second)))
}

func showBound(seconds *float64) string {
	if seconds == nil {
		return ""
	}
	return showSeconds(*seconds)
}

// boundOf writes the count, as a bound where some search was not exhausted.
func boundOf(r benchRecord) string {
	if r.Complete {
		return r.Count
	}
	return ">=" + r.Count
}

// showEffort lists the figures by name.
func showEffort(effort map[string]int64) string {
	var words []string
	for _, name := range slices.Sorted(maps.Keys(effort)) {
		words = append(words, fmt.Sprintf("%s=%d", name, effort[name]))
	}
	return strings.Join(words, " ")
}
