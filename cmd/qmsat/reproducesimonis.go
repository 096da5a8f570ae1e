package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/study/reproduce"
	"qmsat/compare/table"
	"qmsat/model/engine"
	"qmsat/native"
)

// schemeSetting is what --scheme takes.
var schemeSetting = &engine.Setting{Name: "scheme", Values: func() []string { return native.Schemes }}

var simonisCommand = topic(command{
	name: "simonis", args: "FILE...", summary: "how many puzzles each propagation scheme solves without search (Simonis 2005)",
	long: "Measures how many puzzles of the files each propagation scheme solves without search, and the time that it takes.",
	examples: []example{
		{"reproduce simonis --puzzles 100 --scheme FCI,HAC,HACS testdata/sudoku-17-clue-3000.txt testdata/sudoku-top1465.txt", "three propagation schemes on two files"},
	},
}, printSimonis, (*reproduceFlags).addModel, (*reproduceFlags).addSpread, func(f *reproduceFlags, flags *pflag.FlagSet) {
	addSetting(flags, &f.scheme, schemeSetting, allNames, "propagation schemes, `NAME,...`, or all", true)
}, (*reproduceFlags).addFormat)

// schemeRecord is the JSON object of a file and a propagation scheme.
type schemeRecord struct {
	File  string `json:"file"`
	Delta *int   `json:"delta"`
	reproduce.SchemeRun
	Measured table.Figure `json:"measured"` // in percent of all puzzles with 17 givens, elsewhere
}

// printSimonis prints, for each file and each chosen scheme, how many puzzles the scheme solves without search.
func printSimonis(ctx context.Context, streams streams, out *lines, f *reproduceFlags, args []string) error {
	t, err := f.model.build(ctx, streams.in)
	if err != nil {
		return err
	}
	schemes, err := chosenValues(schemeSetting, f.scheme)
	if err != nil {
		return err
	}
	if len(args) == 0 {
		return usageErrorf("reproduce simonis: no file, expected puzzles")
	}
	r := results[schemeRecord]{out: out, format: f.format}
	for _, arg := range args {
		cubes, err := t.cubesOf(streams, arg)
		if err != nil {
			return err
		}
		cubes = spread(cubes, f.puzzles)
		bar := puzzleBar(streams.err, len(cubes))
		runs, err := reproduce.Schemes(ctx, t.model, schemes, cubes, bar.step)
		bar.clear()
		if err != nil {
			return orStopped(ctx, err)
		}
		for _, run := range runs {
			measured, known := reproduce.MeasuredSchemes[run.Scheme]
			r.add(schemeRecord{arg, t.delta, run, table.Known(known && t.delta == nil, measured)})
		}
	}
	return r.layout(simonisLines(r.Records, len(schemes)),
		"puzzles solved without search; measured elsewhere: of all 49,151 with 17 givens, by unrelated programs\n")
}

// simonisLines has a line a scheme, with the share solved and the time a puzzle of each file; records come by file, then scheme.
func simonisLines(records []schemeRecord, schemes int) []string {
	lines := []string{"scheme"}
	for _, r := range records[:schemes] {
		lines = append(lines, r.Scheme)
	}
	for i, s := range records {
		if i%schemes == 0 {
			lines[0] += fmt.Sprintf("\t%s\ta puzzle", strings.TrimSuffix(filepath.Base(s.File), ".txt"))
		}
		lines[1+i%schemes] += fmt.Sprintf("\t%d of %d, %.2f %%\t%v", s.Solved, s.Puzzles, 100*float64(s.Solved)/float64(max(s.Puzzles, 1)), s.Time)
	}
	lines[0] += "\tmeasured elsewhere"
	for i, r := range records[:schemes] {
		lines[1+i] += "\t" + r.Measured.Show(func(x float64) string { return fmt.Sprintf("%.2f %%", x) }, "-")
	}
	return lines
}
