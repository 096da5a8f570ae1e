package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/show"
	"qmsat/compare/study/reproduce"
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
	File     string   `json:"file"`
	Delta    *int     `json:"delta"`
	Scheme   string   `json:"scheme"`
	Solved   int      `json:"solved"` // without search
	Puzzles  int      `json:"puzzles"`
	Seconds  float64  `json:"seconds"`  // a puzzle
	Measured *float64 `json:"measured"` // in percent of all puzzles with 17 givens, elsewhere; null where nothing is known
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
	var files [][]schemeRecord
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
		table := records[schemeRecord]{out: out, format: f.format}
		for _, run := range runs {
			r := schemeRecord{
				File: arg, Delta: t.delta, Scheme: run.Scheme, Solved: run.Solved, Puzzles: run.Puzzles,
				Seconds: run.Time.Seconds() / float64(max(run.Puzzles, 1)),
			}
			if measured, known := reproduce.MeasuredSchemes[run.Scheme]; known && t.delta == nil {
				r.Measured = &measured
			}
			table.add(r)
		}
		files = append(files, table.all)
	}
	if f.format == "text" {
		out.columns(func(w io.Writer) string { return writeSimonis(w, files) })
	}
	return nil
}

// writeSimonis prints a line a scheme, with the share solved and the time a puzzle of each file.
func writeSimonis(w io.Writer, files [][]schemeRecord) string {
	fmt.Fprint(w, "scheme")
	for _, records := range files {
		fmt.Fprintf(w, "\t%s\ta puzzle", strings.TrimSuffix(filepath.Base(records[0].File), ".txt"))
	}
	fmt.Fprint(w, "\tmeasured elsewhere\t\n")
	for i, r := range files[0] {
		fmt.Fprint(w, r.Scheme)
		for _, records := range files {
			s := records[i]
			fmt.Fprintf(w, "\t%d of %d, %.2f %%\t%s", s.Solved, s.Puzzles, 100*float64(s.Solved)/float64(max(s.Puzzles, 1)), show.Seconds(s.Seconds))
		}
		measured := "-"
		if r.Measured != nil {
			measured = fmt.Sprintf("%.2f %%", *r.Measured)
		}
		fmt.Fprintf(w, "\t%s\t\n", measured)
	}
	return "puzzles solved without search; measured elsewhere: of all 49,151 with 17 givens, by unrelated programs\n"
}
