package main

import (
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"qmsat/compare"
	"qmsat/model/engine"
)

// writeReport prints the table, and the smallest disagreement where there is one.
func writeReport(out *lines, report *compare.Report) {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "engine\tencoding\tpuzzles\tsolutions\topen\tsolve\tper puzzle\teffort\t\n")
	for i := range report.Rows {
		row := &report.Rows[i]
		fmt.Fprintf(table, "%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t\n",
			labelOf(row.Contender), orDash(encodingOf(row.Contender)), row.Puzzles(), solutionsOf(row),
			showTime(row.Open), showTime(row.Solve()), showTime(perPuzzle(row)), showEffort(effortMap(row.Effort)))
	}
	table.Flush()
	out.line(strings.TrimSuffix(text.String(), "\n"))
	if f, failed := report.Smallest(); failed {
		out.line(fmt.Sprintf("\ndisagreement: %s\nengine %s: %s", where(f.Puzzle), f.Label, f.Reason))
	}
}

// solutionsOf writes how many solutions a row has; ">=" where some search was not exhausted.
func solutionsOf(row *compare.Row) string {
	if row.Complete() < row.Puzzles() {
		return ">=" + row.Solutions().String()
	}
	return row.Solutions().String()
}

func perPuzzle(row *compare.Row) time.Duration {
	if row.Puzzles() == 0 {
		return 0
	}
	return row.Solve() / time.Duration(row.Puzzles())
}

// showTime writes a time to three digits.
func showTime(d time.Duration) string {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "µs"}} {
		if d >= unit.size {
			return fmt.Sprintf("%.3g %s", float64(d)/float64(unit.size), unit.name)
		}
	}
	return fmt.Sprintf("%d ns", d.Nanoseconds())
}

func orDash(text string) string {
	if text == "" {
		return "-"
	}
	return text
}

// reportRecord is the JSON object of one engine in a comparison.
type reportRecord struct {
	Delta         *int             `json:"delta"`
	Engine        string           `json:"engine"`
	Encoding      string           `json:"encoding"`
	Puzzles       int              `json:"puzzles"`
	Count         string           `json:"count"`
	Complete      bool             `json:"complete"`
	Seconds       float64          `json:"seconds"`
	OpenSeconds   float64          `json:"open_seconds"`
	Effort        map[string]int64 `json:"effort"`
	Disagreements []disagreement   `json:"disagreements"`
	Settings      engine.Options   `json:"settings"` // of the engine, all of them
}

// disagreement is one puzzle on which the engine was caught.
type disagreement struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Puzzle string `json:"puzzle"`
	Reason string `json:"reason"`
}

// writeReportJSON prints an object per engine.
func writeReportJSON(out *lines, t *task, report *compare.Report) {
	for i := range report.Rows {
		row := &report.Rows[i]
		r := reportRecord{
			Delta: t.delta, Engine: row.Contender.Engine.Name, Settings: settingsOf(row.Contender), Encoding: encodingOf(row.Contender),
			Puzzles: row.Puzzles(), Count: row.Solutions().String(), Complete: row.Complete() == row.Puzzles(),
			Seconds: row.Solve().Seconds(), OpenSeconds: row.Open.Seconds(), Effort: effortMap(row.Effort),
			Disagreements: []disagreement{},
		}
		for _, f := range report.Failures {
			if f.Contender == i {
				r.Disagreements = append(r.Disagreements, disagreement{f.Puzzle.File, f.Puzzle.Line, f.Puzzle.Text, f.Reason})
			}
		}
		out.object(r)
	}
}
