package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/show"
	"qmsat/compare/study/reproduce"
	"qmsat/model/engine"
)

// messagesFile is asked where no file is named.
const messagesFile = "testdata/sudoku-17-clue-3000.txt"

// sumProductPuzzles is of how many puzzles of a file sum-product has a turn unless flags say so: it takes a tenth of a second for each.
const sumProductPuzzles = 500

var messagesCommand = topic(command{
	name: "messages", args: "[FILE]...", summary: "what max-product and sum-product solve of puzzles with 17 givens (Goldberger 2007)",
	long: "Measures how many puzzles messages of each kind solve. Without a file the puzzles are those of\n" + messagesFile + ".",
}, printMessages, (*reproduceFlags).addModel, func(f *reproduceFlags, flags *pflag.FlagSet) {
	addWhole(flags, &f.puzzles, "puzzles", 0, 0, "only `N` puzzles of each file, evenly spread; 0: all, and 500 for sum-product")
}, (*reproduceFlags).addWorkers, (*reproduceFlags).addFormat)

// messagesRecord is the JSON object of a file and an engine of messages.
type messagesRecord struct {
	File              string   `json:"file"`
	Engine            string   `json:"engine"`
	Puzzles           int      `json:"puzzles"`
	Solved            int      `json:"solved"`
	Low               float64  `json:"low"` // the Wilson interval of the share solved, 95 %
	High              float64  `json:"high"`
	Decided           float64  `json:"decided"`      // cells that have one value left, on average
	LeftDecided       float64  `json:"left_decided"` // of puzzles that are not solved
	Iterations        float64  `json:"iterations"`   // on average
	Seconds           float64  `json:"seconds"`      // a puzzle
	PublishedShare    float64  `json:"published_share"`
	PublishedDecided  *float64 `json:"published_decided"`
	PublishedSeconds  float64  `json:"published_seconds"`
	MeasuredElsewhere *float64 `json:"measured_elsewhere"` // arc consistency, in percent of all puzzles with 17 givens
}

// printMessages prints, for each file, what messages of each kind solve.
func printMessages(ctx context.Context, streams streams, out *lines, f *reproduceFlags, args []string) error {
	if len(args) == 0 {
		args = []string{messagesFile}
	}
	t, err := f.model.build(ctx, streams.in)
	if err != nil {
		return err
	}
	table := records[messagesRecord]{out: out, format: f.format}
	for _, file := range args {
		all, err := t.cubesOf(streams, file)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			return usageErrorf("%s: no puzzles", file)
		}
		for _, c := range reproduce.MessagesCases {
			puzzles := f.puzzles
			if strings.HasPrefix(c.Engine, "sum-product") {
				puzzles = cmp.Or(puzzles, sumProductPuzzles)
			}
			cubes := spread(all, puzzles)
			chosen, err := engine.ParseChosen(c.Engine)
			if err != nil {
				return err
			}
			bar := puzzleBar(streams.err, len(cubes))
			run, err := reproduce.Messages(ctx, t.model, chosen[0], cubes, f.workers, bar.step)
			bar.clear()
			if err != nil {
				return orStopped(ctx, err)
			}
			table.add(messagesRecord{
				filepath.Base(file), c.Engine, run.Puzzles, run.Solved, run.Low, run.High, run.Decided, run.LeftDecided, run.Iterations,
				run.Time.Seconds(), c.Solved / 100, unlessZero(c.Cells), c.Time.Seconds(), unlessZero(c.Consistency),
			})
		}
	}
	table.table(writeMessages)
	return nil
}

// unlessZero returns nil for 0.
func unlessZero(x float64) *float64 {
	if x == 0 {
		return nil
	}
	return &x
}

// writeMessages prints a line a kind of messages.
func writeMessages(w io.Writer, records []messagesRecord) string {
	fmt.Fprint(w, "file\tmessages\tpuzzles\tsolved\t95 %\tpublished\tarc consistency\tcells\tleft\tpublished\tturns\ta puzzle\tpublished\t\n")
	for _, r := range records {
		fmt.Fprintf(w, "%s\t%s\t%d\t%.2f %%\t%.1f–%.1f\t%.1f %%\t%s\t%.1f\t%.1f\t%s\t%.0f\t%s\t%s\t\n",
			strings.TrimSuffix(r.File, ".txt"), strings.ReplaceAll(r.Engine, `"`, ""), r.Puzzles,
			100*float64(r.Solved)/float64(r.Puzzles), 100*r.Low, 100*r.High, 100*r.PublishedShare, orDash("%.2f %%", r.MeasuredElsewhere),
			r.Decided, r.LeftDecided, orDash("%.1f", r.PublishedDecided), r.Iterations, show.Seconds(r.Seconds), show.Seconds(r.PublishedSeconds))
	}
	return "arc consistency: of all 49,151 puzzles with 17 givens, by unrelated programs; cells: with one value left in the end, on average,\n" +
		"and of puzzles that are left; turns: of all messages, on average\n"
}

// orDash writes a figure, or a dash where there is none.
func orDash(format string, x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprintf(format, *x)
}
