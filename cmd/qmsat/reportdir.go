package main

import (
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/pflag"

	"qmsat/compare"
	"qmsat/compare/report"
)

// The files that --report leaves in its folder.
const (
	reportPage    = report.PageFile
	reportResults = report.ResultsFile
	reportTimes   = "times.csv"
)

func addReport(flags *pflag.FlagSet) *string {
	return flags.String("report", "", "write a page with tables and plots, "+reportPage+", the results as JSON lines, "+reportResults+
		", and every time measured, "+reportTimes+", into the folder `DIR`")
}

// makeReportFolder creates the folder for a report or for certificates, if one is requested, before anything runs.
func makeReportFolder(dir string) error {
	if dir == "" {
		return nil
	}
	return outputError(os.MkdirAll(dir, 0o755))
}

func (s *sheet) writeReport(dir string, result *compare.SuiteResult) error {
	if dir == "" {
		return nil
	}
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{reportPage, func(w io.Writer) error { return report.Write(w, result) }},
		{reportTimes, func(w io.Writer) error { return report.WriteTimes(w, result) }},
		{reportResults, func(w io.Writer) error {
			p := &printer{sheet: s, out: newLines(w), format: "json", environment: result.Environment}
			for i := range result.Sets {
				p.set(&result.Sets[i])
			}
			return p.end()
		}},
	} {
		if err := writeFile(filepath.Join(dir, file.name), nil, file.write); err != nil {
			return err
		}
	}
	return nil
}
