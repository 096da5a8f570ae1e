package main

import (
	"bytes"
	"fmt"
	"strings"

	"qmsat/compare"
	"qmsat/compare/report"
	"qmsat/compare/table"
	"qmsat/encode/sat"
	"qmsat/model"
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
	text   func(set *compare.SetResult) string // tables, whole lines
	record func(set *compare.SetResult, row int, e compare.Environment) any
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
			p.out.object(p.record(set, row, p.environment))
		}
	case "csv":
		if err = writeCSV(&text, p.environment, set); p.printed > 0 {
			text.ReadString('\n') // the heading
		}
	case "go":
		err = report.WriteGoBenchmark(&text, p.environment, set)
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
	text.WriteString(p.out.tables(p.sheet.text(set)))
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

// contest is what the JSON objects of compare and bench begin with: what was run, and what it found.
type contest struct {
	Delta    *int    `json:"delta"`
	Engine   string  `json:"engine"`
	Encoding string  `json:"encoding"`
	Puzzles  int     `json:"puzzles"`
	Count    *string `json:"count"` // of one round; null where none were counted: nothing ran, or the engine may fail
	Complete bool    `json:"complete"`
}

func contestOf(set *compare.SetResult, row *compare.Row) contest {
	c := contest{
		Delta: set.Delta, Engine: row.Contender.Engine.Name, Encoding: sat.EncodingOf(row.Contender.Options), Puzzles: row.Puzzles(), Complete: row.Complete(),
	}
	if row.Puzzles() > 0 && !row.MayFail() {
		digits := row.Solutions().String()
		c.Count = &digits
	}
	return c
}

// conditions are what these objects end with: the effort, how it was measured, how the engine relates to the others, and what was found
// wrong.
type conditions struct {
	Effort        map[string]int64    `json:"effort"`        // of all rounds
	Settings      engine.Options      `json:"settings"`      // of the engine, all of them but thresholds at their defaults
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
	Of       string       `json:"-" text:"time of"`   // the engine's label
	Over     string       `json:"over"`               // the other's
	Ratio    table.Figure `json:"ratio" show:"ratio"` // missing where there is no such puzzle
	Low      table.Figure `json:"low" show:"ratio"`   // missing where there are too few for an interval
	High     table.Figure `json:"high" show:"ratio"`
	Pairs    int          `json:"pairs"`
	Excluded int          `json:"excluded" text:"left out"` // puzzles that one of the two, or both, did not finish
}

func newRatioRecord(report *compare.Report, r compare.PairRatio) ratioRecord {
	return ratioRecord{
		report.Rows[r.Of].Label, report.Rows[r.Over].Label, table.Figure(r.Center), table.Known(r.Low != 0, r.Low), table.Figure(r.High), r.Pairs, r.Excluded,
	}
}

// disagreement is one puzzle on which the engine was caught.
type disagreement struct {
	model.Puzzle
	Reason string `json:"reason"`
	Failed bool   `json:"failed,omitempty"` // the engine ended with an error, rather than with something wrong
}

func conditionsOf(e compare.Environment, set *compare.SetResult, row int) conditions {
	report := set.Report
	own := &report.Rows[row]
	c := conditions{
		Effort: effortMap(own.Effort), Settings: settingsOf(own.Contender), Set: set.Name, Label: own.Label, Rounds: report.Rounds, WarmUp: report.WarmUp, Seed: report.Seed,
		Unfinished: own.Unfinished(), Ratios: []ratioRecord{}, Disagreements: []disagreement{},
		Environment: e, Stopped: report.Stopped, Compared: own.Compared(), CutOff: own.CutOff(), NotRun: own.NotRun(),
	}
	if own.MayFail() {
		solved, stuck := own.Ended(engine.Solved), own.Ended(engine.Stuck)
		c.Solved, c.Stuck = &solved, &stuck
	}
	for _, r := range report.RatiosOf(row) {
		c.Ratios = append(c.Ratios, newRatioRecord(report, r))
	}
	for _, f := range report.Failures {
		if f.Contender == row {
			c.Disagreements = append(c.Disagreements, disagreement{f.Puzzle, f.Reason, f.Err != nil})
		}
	}
	return c
}
