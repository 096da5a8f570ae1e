package main

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"path/filepath"

	"qmsat/compare/report"
	"qmsat/compare/report/plot"
)

// writePlots writes a page of charts, and a table below them, into the folder of a report, where one is asked for, and each chart as
// plot-1.svg and so on. A chart without a title has that of the page.
func writePlots(dir, title string, charts []plot.Chart, table template.HTML) error {
	if dir == "" {
		return nil
	}
	if err := makeReportFolder(dir); err != nil {
		return err
	}
	for i := range charts {
		c := &charts[i]
		c.Title = cmp.Or(c.Title, title)
		name := filepath.Join(dir, fmt.Sprintf("plot-%d.svg", i+1))
		if err := writeFile(name, nil, func(w io.Writer) error { _, err := io.WriteString(w, c.SVG()); return err }); err != nil {
			return err
		}
	}
	return writeFile(filepath.Join(dir, reportPage), nil, func(w io.Writer) error { return report.WritePlots(w, title, charts, table) })
}
