package main

import (
	"io"
	"strings"
	"text/tabwriter"
)

// records are the lines of a table: printed as JSON objects as they come, or kept for the text.
type records[T any] struct {
	out    *lines
	format string
	all    []T
}

func (r *records[T]) add(list ...T) {
	for _, record := range list {
		if r.format == "json" {
			r.out.object(record)
		}
	}
	r.all = append(r.all, list...)
}

// table prints the text, where that is asked for: columns of all records, and notes below them.
func (r *records[T]) table(write func(w io.Writer, all []T) (notes string)) {
	if r.format == "text" {
		r.out.columns(func(w io.Writer) string { return write(w, r.all) })
	}
}

// columns writes rows with tabs between their cells as columns, of which the first row is the heading, and notes below them.
func (l *lines) columns(write func(w io.Writer) (notes string)) error {
	var text strings.Builder
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	notes := write(w)
	w.Flush()
	return l.table(text.String() + notes)
}
