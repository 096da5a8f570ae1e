package main

import (
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"qmsat/compare"
)

// measuredFormats are the output formats of the commands that measure.
var measuredFormats = []string{"text", "json", "csv", "go"}

const measuredHelp = `Puzzles run --rounds times. All engines run one puzzle before any runs the next; the seed draws the order of the puzzles
anew for each round, and that of the engines for each puzzle. Solutions are checked outside the time that is measured.
--format json prints an object an engine, csv a row an engine with the ratio of its times to those of the first; go prints Go
benchmark lines, one a round, which benchstat reads.`

// sheet says how a command shows what it measured, where the formats do not.
type sheet struct {
	table  func(text *strings.Builder, set *compare.SetResult) // without a heading, whole lines
	record func(set *compare.SetResult, row int, c conditions) any
}

// write prints what was measured, in one of measuredFormats.
func (s *sheet) write(out *lines, format string, result *compare.SuiteResult) error {
	switch format {
	case "json":
		for i := range result.Sets {
			set := &result.Sets[i]
			for row := range set.Report.Rows {
				out.object(s.record(set, row, conditionsOf(result, set, row)))
			}
		}
	case "csv":
		writeCSV(out, result)
	case "go":
		return writeGoBenchmark(out, result)
	default:
		s.writeText(out, result)
	}
	return nil
}

// writeText prints the tables of the sets, each under its name where there is one, and what they were measured on.
func (s *sheet) writeText(out *lines, result *compare.SuiteResult) {
	var text strings.Builder
	for i := range result.Sets {
		set := &result.Sets[i]
		if set.Name != "" {
			fmt.Fprintf(&text, "%s\n", set.Name)
		}
		if set.Description != "" {
			fmt.Fprintf(&text, "%s\n", set.Description)
		}
		var tables strings.Builder
		s.table(&tables, set)
		text.WriteString(out.tables(tables.String()))
		writeDisagreement(&text, out.paint, set.Report)
		fmt.Fprintf(&text, "%s\n", set.Title())
		if i < len(result.Sets)-1 {
			text.WriteString("\n")
		}
	}
	fmt.Fprintf(&text, "command: %s\nmachine: %s", result.Environment.Command, result.Environment.Machine())
	out.line(text.String())
}

// writeDisagreement writes the smallest puzzle on which contenders differ, where there is one.
func writeDisagreement(text *strings.Builder, p paint, report *compare.Report) {
	if f, failed := report.Smallest(); failed {
		fmt.Fprintf(text, "\n%s %s\nengine %s: %s\n\n", p.bad("disagreement:"), where(f.Puzzle), f.Label, f.Reason)
	}
}

// conditions are what the JSON objects of compare and bench have in common beside the figures: how they were measured, how
// they relate to those of the other engines, and what was found wrong.
type conditions struct {
	Set           string              `json:"set,omitempty"` // of the suite
	Label         string              `json:"label"`         // names the engine and its settings, unlike all others of the set
	Rounds        int                 `json:"rounds"`
	WarmUp        int                 `json:"warm_up"`
	Seed          uint64              `json:"seed"`
	Unfinished    int                 `json:"unfinished"` // puzzles that a timeout, an interrupt or an error cut off
	Ratios        []ratioRecord       `json:"ratios"`
	Disagreements []disagreement      `json:"disagreements"`
	Environment   compare.Environment `json:"environment"`
}

// ratioRecord says how many times as long as another engine this one took, over puzzles that both finished: a geometric
// mean with its interval of 95 % confidence.
type ratioRecord struct {
	Over     string   `json:"over"`  // the other's label
	Ratio    *float64 `json:"ratio"` // null where there is no such puzzle
	Low      *float64 `json:"low"`   // null where there are too few for an interval
	High     *float64 `json:"high"`
	Pairs    int      `json:"pairs"`
	Excluded int      `json:"excluded"` // puzzles that one of the two, or both, did not finish
}

// disagreement is one puzzle on which the engine was caught.
type disagreement struct {
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Puzzle string `json:"puzzle"`
	Reason string `json:"reason"`
}

func conditionsOf(result *compare.SuiteResult, set *compare.SetResult, row int) conditions {
	report := set.Report
	c := conditions{
		Set: set.Name, Label: report.Rows[row].Label, Rounds: report.Rounds, WarmUp: report.WarmUp, Seed: report.Seed,
		Unfinished: report.Rows[row].Unfinished(), Ratios: []ratioRecord{}, Disagreements: []disagreement{},
		Environment: result.Environment,
	}
	for _, r := range report.Ratios() {
		if r.Of == row {
			c.Ratios = append(c.Ratios, ratioRecord{
				report.Rows[r.Over].Label, finite(r.Center), lowOf(r.Ratio), finite(r.High), r.Pairs, r.Excluded,
			})
		}
	}
	for _, f := range report.Failures {
		if f.Contender == row {
			c.Disagreements = append(c.Disagreements, disagreement{f.Puzzle.File, f.Puzzle.Line, f.Puzzle.Text, f.Reason})
		}
	}
	return c
}

// writeRatios writes the table of ratios, where there are two engines.
func writeRatios(text *strings.Builder, report *compare.Report) {
	ratios := report.Ratios()
	if len(ratios) == 0 {
		return
	}
	text.WriteString("\n")
	table := tabwriter.NewWriter(text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "time of\tover\tratio\tlow\thigh\tpairs\tleft out\t\n")
	for _, r := range ratios {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%d\t%d\t\n", report.Rows[r.Of].Label, report.Rows[r.Over].Label,
			showRatio(finite(r.Center)), showRatio(lowOf(r.Ratio)), showRatio(finite(r.High)), r.Pairs, r.Excluded)
	}
	table.Flush()
	text.WriteString("\n")
}

// showRatio writes a ratio to three digits, one of them a decimal at least, or nothing where there is none.
func showRatio(ratio *float64) string {
	if ratio == nil {
		return ""
	}
	decimals := max(1, 2-int(math.Floor(math.Log10(*ratio))))
	return strconv.FormatFloat(*ratio, 'f', decimals, 64)
}

// lowOf returns the lower bound of a ratio, or nil where there is none: 0 bounds nothing.
func lowOf(r compare.Ratio) *float64 {
	if r.Low == 0 {
		return nil
	}
	return finite(r.Low)
}

// writeCSV prints comma-separated values: a heading, then a row per engine and set.
func writeCSV(out *lines, result *compare.SuiteResult) {
	var text strings.Builder
	table := csv.NewWriter(&text)
	table.Write([]string{"engine", "encoding", "puzzles", "rounds", "seed", "count", "complete", "variables", "clauses", "literals",
		"build_seconds", "seconds", "seconds_low", "seconds_high", "seconds_total", "effort", "set", "label", "delta", "warm_up",
		"unfinished", "disagreements", "ratio", "ratio_low", "ratio_high", "ratio_pairs", "cpu", "cpus", "os", "arch", "go", "commit",
		"modified", "date", "command"})
	e := result.Environment
	for i := range result.Sets {
		set := &result.Sets[i]
		for row := range set.Report.Rows {
			r := newBenchRecord(set, row, conditionsOf(result, set, row))
			ratio := set.Report.Ratio(row, 0)
			var cells []string
			for _, value := range []any{r.engineLabel, r.Encoding, r.Puzzles, r.Rounds, r.Seed, r.Count, r.Complete, orNothing(r.Variables),
				orNothing(r.Clauses), orNothing(r.Literals), r.BuildSeconds, r.Median, orNothing(r.Low), orNothing(r.High), r.Total,
				showEffort(r.Effort), r.Set, r.Label, orNothing(r.Delta), r.WarmUp, r.Unfinished, len(r.Disagreements),
				orNothing(finite(ratio.Center)), orNothing(lowOf(ratio)), orNothing(finite(ratio.High)), ratio.Pairs,
				e.CPU, e.CPUs, e.OS, e.Arch, e.Go, e.Commit, e.Modified, e.Date.Format(time.RFC3339), e.Command} {
				cells = append(cells, fmt.Sprint(value))
			}
			table.Write(cells)
		}
	}
	table.Flush()
	out.line(strings.TrimSuffix(text.String(), "\n"))
}
