package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"qmsat/compare"
	"qmsat/compare/show"
	"qmsat/model/engine"
)

// measuredFormats are the output formats of the commands that measure.
var measuredFormats = []string{"text", "json", "csv", "go"}

const measuredHelp = `Puzzles run --rounds times. All engines run one puzzle before any runs the next; the seed draws the order of the puzzles
anew for each round, and that of the engines for each puzzle. Solutions are checked outside the time that is measured.
--format json prints an object an engine, csv a row an engine with the ratio of its times to those of the first; go prints Go
benchmark lines, one a round, which benchstat reads (benchstat -row /puzzles -col /engine,/encoding). Every format says how many
puzzles were compared, cut off or not run; a figure that nothing was measured for is left out, or null.`

// sheet says how a command shows what it measured, where the formats do not.
type sheet struct {
	table  func(text *strings.Builder, set *compare.SetResult) // without a heading, whole lines
	record func(set *compare.SetResult, row int, c conditions) any
}

// printer prints sets of results, each as soon as it is there, in one of measuredFormats.
type printer struct {
	*sheet
	out         *lines
	format      string
	environment compare.Environment
	printed     int // sets
}

func (p *printer) set(set *compare.SetResult) error {
	var text bytes.Buffer
	var err error
	switch p.format {
	case "json":
		for row := range set.Report.Rows {
			p.out.object(p.record(set, row, conditionsOf(p.environment, set, row)))
		}
	case "csv":
		err = writeCSV(&text, p.environment, set, p.printed == 0)
	case "go":
		err = writeGoBenchmark(&text, p.environment, set)
	default:
		if p.printed > 0 {
			text.WriteString("\n")
		}
		text.WriteString(p.setText(set))
	}
	p.printed++
	if text.Len() > 0 {
		p.out.line(strings.TrimSuffix(text.String(), "\n"))
	}
	return firstError(p.out.flush(), err)
}

// end prints what everything was measured on, where the sets do not say that.
func (p *printer) end() error {
	if p.format == "text" {
		p.out.line(fmt.Sprintf("command: %s\nmachine: %s", p.environment.Command, p.environment.Machine()))
	}
	return p.out.flush()
}

// setText writes a set for people, under its name where it has one.
func (p *printer) setText(set *compare.SetResult) string {
	var text strings.Builder
	for _, heading := range []string{set.Name, set.Description} {
		if heading != "" {
			fmt.Fprintf(&text, "%s\n", heading)
		}
	}
	claim := set.Report.Claim()
	if claim.Stopped {
		fmt.Fprintf(&text, "%s\n", p.out.bad(claim.String()))
	}
	var tables strings.Builder
	p.table(&tables, set)
	text.WriteString(p.out.tables(tables.String()))
	writeFailure(&text, p.out.paint, set.Report)
	if !claim.Stopped {
		fmt.Fprintf(&text, "%s\n", claim)
	}
	fmt.Fprintf(&text, "%s\n", set.Title())
	return text.String()
}

// writeFailure writes the smallest puzzle on which contenders differ, or one of them fails, where there is one.
func writeFailure(text *strings.Builder, p paint, report *compare.Report) {
	f, failed := report.Smallest()
	if !failed {
		return
	}
	what := "disagreement:"
	if f.Err != nil {
		what = "failure:"
	}
	fmt.Fprintf(text, "\n%s %s\nengine %s: %s\n\n", p.bad(what), where(f.Puzzle), f.Label, f.Reason)
}

// conditions are what the JSON objects of compare and bench have in common beside the figures: how they were measured, how
// they relate to those of the other engines, and what was found wrong.
type conditions struct {
	Set           string              `json:"set,omitempty"` // of the suite
	Label         string              `json:"label"`         // names the engine and its settings, unlike all others of the set
	Rounds        int                 `json:"rounds"`
	WarmUp        int                 `json:"warm_up"`
	Seed          uint64              `json:"seed"`
	Unfinished    int                 `json:"unfinished"` // puzzles without an answer: cut off, stuck, or the engine failed
	Ratios        []ratioRecord       `json:"ratios"`
	Disagreements []disagreement      `json:"disagreements"`
	Environment   compare.Environment `json:"environment"`
	Stopped       bool                `json:"stopped"`          // the set was not run to its end
	Compared      int                 `json:"compared"`         // puzzles on which another engine said as much, all or up to the limit
	CutOff        int                 `json:"cut_off"`          // puzzles that a timeout or an interrupt cut off
	NotRun        int                 `json:"not_run"`          // puzzles that the engine never ran on
	Solved        *int                `json:"solved,omitempty"` // puzzles, of an engine that may fail
	Stuck         *int                `json:"stuck,omitempty"`
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
	Failed bool   `json:"failed,omitempty"` // the engine ended with an error, rather than with something wrong
}

func conditionsOf(e compare.Environment, set *compare.SetResult, row int) conditions {
	report := set.Report
	own := &report.Rows[row]
	c := conditions{
		Set: set.Name, Label: own.Label, Rounds: report.Rounds, WarmUp: report.WarmUp, Seed: report.Seed,
		Unfinished: own.Unfinished(), Ratios: []ratioRecord{}, Disagreements: []disagreement{},
		Environment: e, Stopped: report.Stopped, Compared: own.Compared(), CutOff: own.CutOff(), NotRun: own.NotRun(),
	}
	if own.MayFail() {
		solved, stuck := own.Ended(engine.Solved), own.Ended(engine.Stuck)
		c.Solved, c.Stuck = &solved, &stuck
	}
	for _, r := range report.RatiosOf(row) {
		c.Ratios = append(c.Ratios, ratioRecord{
			report.Rows[r.Over].Label, finite(r.Center), lowOf(r.Ratio), finite(r.High), r.Pairs, r.Excluded,
		})
	}
	for _, f := range report.Failures {
		if f.Contender == row {
			c.Disagreements = append(c.Disagreements, disagreement{f.Puzzle.File, f.Puzzle.Line, f.Puzzle.Text, f.Reason, f.Err != nil})
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
			showOr(finite(r.Center), show.Ratio), showOr(lowOf(r.Ratio), show.Ratio), showOr(finite(r.High), show.Ratio), r.Pairs, r.Excluded)
	}
	table.Flush()
	text.WriteString("\n")
}

// lowOf returns the lower bound of a ratio, or nil where there is none: 0 bounds nothing.
func lowOf(r compare.Ratio) *float64 {
	if r.Low == 0 {
		return nil
	}
	return finite(r.Low)
}

// writeCSV writes comma-separated values: a row per engine, under a heading if asked for.
func writeCSV(w io.Writer, e compare.Environment, set *compare.SetResult, heading bool) error {
	table := csv.NewWriter(w)
	if heading {
		table.Write([]string{"engine", "encoding", "puzzles", "rounds", "seed", "count", "complete", "variables", "clauses", "literals",
			"build_seconds", "seconds", "seconds_low", "seconds_high", "seconds_total", "effort", "set", "label", "delta", "warm_up",
			"unfinished", "disagreements", "ratio", "ratio_low", "ratio_high", "ratio_pairs", "cpu", "cpus", "os", "arch", "go", "commit",
			"modified", "date", "command", "stopped", "compared", "cut_off", "not_run", "solved", "stuck"})
	}
	for row := range set.Report.Rows {
		r := newBenchRecord(set, row, conditionsOf(e, set, row))
		ratio := set.Report.Ratio(row, 0)
		var cells []string
		for _, value := range []any{
			r.engineLabel, r.Encoding, r.Puzzles, r.Rounds, r.Seed, orNothing(r.Count), r.Complete,
			orNothing(r.Variables), orNothing(r.Clauses), orNothing(r.Literals), orNothing(r.BuildSeconds), orNothing(r.Median),
			orNothing(r.Low), orNothing(r.High), orNothing(r.Total),
			showEffort(r.Effort), r.Set, r.Label, orNothing(r.Delta), r.WarmUp, r.Unfinished, len(r.Disagreements),
			orNothing(finite(ratio.Center)), orNothing(lowOf(ratio)), orNothing(finite(ratio.High)), ratio.Pairs,
			e.CPU, e.CPUs, e.OS, e.Arch, e.Go, e.Commit, e.Modified, e.Date.Format(time.RFC3339), e.Command,
			r.Stopped, r.Compared, r.CutOff, r.NotRun, orNothing(r.Solved), orNothing(r.Stuck),
		} {
			cells = append(cells, fmt.Sprint(value))
		}
		table.Write(cells)
	}
	table.Flush()
	return table.Error()
}
