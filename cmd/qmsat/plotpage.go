package main

import (
	"io"
	"path/filepath"

	"qmsat/compare/report"
	"qmsat/compare/report/plot"
)

// writePlots writes a page of charts into the folder of a report, where one is asked for.
func writePlots(dir, title string, charts []plot.Chart) error {
	if dir == "" {
		return nil
	}
	if err := makeReportFolder(dir); err != nil {
		return err
	}
	return outputError(writeFile(filepath.Join(dir, reportPage), nil, func(w io.Writer) error { return report.WritePlots(w, title, charts) }))
}
