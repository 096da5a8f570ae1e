package study

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"qmsat/compare/report"
	"qmsat/compare/report/plot"
	"qmsat/compare/table"
)

// Results are the records of a table that a study prints: as JSON objects as they come, or as a whole at the end.
type Results[T any] struct {
	table.Table[T]
	*Base
}

// NewResults returns an empty table with the columns of the records.
func NewResults[T any](b *Base) *Results[T] { return &Results[T]{Base: b} }

// Add adds records.
func (r *Results[T]) Add(list ...T) (err error) {
	r.Records = append(r.Records, list...)
	for _, record := range list {
		if r.Format == "json" && err == nil {
			err = r.Object(record)
		}
	}
	return err
}

// End prints the text with notes below it, or the comma-separated values. It writes a report with this title, if one is
// requested.
func (r *Results[T]) End(notes, title string, charts ...plot.Chart) error {
	return r.Layout(r.Lines(), notes, title, charts...)
}

// Layout is End with other lines of text, and tabs between their columns.
func (r *Results[T]) Layout(lines []string, notes, title string, charts ...plot.Chart) error {
	text := table.Align(lines) + notes
	r.EndBar()
	var values strings.Builder
	var err error
	switch {
	case r.Format == "text" && text != "":
		err = r.Base.Table(text)
	case r.Format == "csv":
		if err = r.WriteCSV(&values); values.Len() > 0 {
			err = cmp.Or(err, r.Line(strings.TrimSuffix(values.String(), "\n")))
		}
	}
	if r.Report == "" {
		return err
	}
	if r.Objects {
		err = cmp.Or(err, r.WriteFile(filepath.Join(r.Report, report.ResultsFile), r.WriteJSON))
	}
	if len(charts) == 0 {
		return err
	}
	for i := range charts {
		c := &charts[i]
		c.Title = cmp.Or(c.Title, title)
		name := filepath.Join(r.Report, fmt.Sprintf("plot-%d.svg", i+1))
		err = cmp.Or(err, r.WriteFile(name, func(w io.Writer) error { _, err := io.WriteString(w, c.SVG()); return err }))
	}
	return cmp.Or(err, r.WriteFile(filepath.Join(r.Report, report.PageFile), func(w io.Writer) error {
		return report.WritePlots(w, cmp.Or(title, charts[0].Title), charts, lines)
	}))
}
