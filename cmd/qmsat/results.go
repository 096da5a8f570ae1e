package main

import (
	"io"
	"path/filepath"

	"qmsat/compare/report/plot"
	"qmsat/compare/table"
)

// results are the records of a table on their way to standard output: as JSON objects as they come, or as a whole at the end.
type results[T any] struct {
	table.Table[T]
	out    *lines
	format string
}

func (r *results[T]) add(list ...T) error {
	r.Records = append(r.Records, list...)
	if r.format != "json" {
		return nil
	}
	var err error
	for _, record := range list {
		err = r.out.object(record)
	}
	return err
}

// end prints the text, with notes below it, or the comma-separated values.
func (r *results[T]) end(notes string) error {
	if r.format == "csv" {
		return r.out.text(func(w io.Writer) error { return r.WriteCSV(w) })
	}
	return r.text(r.Text(), notes)
}

// layout prints lines, of which tabs separate the cells, as the text of the table, with notes below it.
func (r *results[T]) layout(lines []string, notes string) error {
	return r.text(table.Align(lines), notes)
}

func (r *results[T]) text(text, notes string) error {
	if r.format != "text" || text+notes == "" {
		return nil
	}
	return r.out.table(text + notes)
}

// finish ends the table, and leaves a report in the folder dir, unless that is "": the objects, and a page of the charts where there are
// some.
func (r *results[T]) finish(notes, dir, title string, charts ...plot.Chart) error {
	err := r.end(notes)
	if dir == "" {
		return err
	}
	err = firstError(err, outputError(writeFile(filepath.Join(dir, reportResults), nil, r.WriteJSON)))
	if len(charts) == 0 {
		return err
	}
	return firstError(err, writePlots(dir, title, charts, r.HTML()))
}
