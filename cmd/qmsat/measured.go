package main

import (
	"bytes"
	"fmt"
	"strings"

	"qmsat/compare"
	"qmsat/compare/report"
)

// measuredFormats are the output formats of the commands that measure.
var measuredFormats = []string{"text", "json", "csv", "go"}

// The sheets of compare and bench.
var (
	compareSheet = &sheet{report.CompareText, report.CompareRecord}
	benchSheet   = &sheet{report.BenchText, report.BenchRecord}
)

// sheet says how a command shows its results, unless the format decides it.
type sheet struct {
	text   func(set *compare.SetResult) string // tables, whole lines
	record func(set *compare.SetResult, row int, e compare.Environment) any
}

// printer prints each set of results as soon as it is complete, in one of measuredFormats.
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
		if err = report.WriteCSV(&text, p.environment, set); p.printed > 0 {
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

// end prints the command line and the machine, for formats whose sets do not contain them.
func (p *printer) end() error {
	if p.format == "text" {
		p.out.text("command: " + p.environment.Command)
		p.out.text("machine: " + p.environment.Machine())
	}
	return p.out.flush()
}

// setText writes a set for people, under its name if it has one.
func (p *printer) setText(set *compare.SetResult) string {
	var text strings.Builder
	for _, heading := range []string{set.Name, set.Description} {
		if heading != "" {
			fmt.Fprintf(&text, "%s\n", p.out.broken(heading))
		}
	}
	claim := set.Report.Claim()
	if claim.Stopped {
		fmt.Fprintf(&text, "%s\n", p.out.broken(p.out.bad(claim.String())))
	}
	text.WriteString(p.out.tables(p.sheet.text(set)))
	writeFailure(&text, p.out.paint, set.Report)
	if !claim.Stopped {
		fmt.Fprintf(&text, "%s\n", p.out.broken(claim.String()))
	}
	fmt.Fprintf(&text, "%s\n", p.out.broken(set.Title()))
	return text.String()
}

// writeFailure writes the smallest puzzle on which contenders differ or one fails, if any.
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
