package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/pflag"

	"qmsat/compare/study/reproduce"
	"qmsat/compare/table"
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
	File   string `json:"file"`
	Engine string `json:"engine"`
	reproduce.MessagesRun
	PublishedShare    float64      `json:"published_share"`
	PublishedDecided  table.Figure `json:"published_decided"`
	PublishedTime     table.Time   `json:"published_seconds"`
	MeasuredElsewhere table.Figure `json:"measured_elsewhere"` // arc consistency, in percent of all puzzles with 17 givens
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
	r := results[messagesRecord]{out: out, format: f.format}
	r.Heading, r.Row = "file\tmessages\tpuzzles\tsolved\t95 %\tpublished\tarc consistency\tcells\tleft\tpublished\tturns\ta puzzle\tpublished", messagesRow
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
			r.add(messagesRecord{filepath.Base(file), c.Engine, run, c.Solved / 100, c.Cells, table.Time(c.Time), c.Consistency})
		}
	}
	return r.end("arc consistency: of all 49,151 puzzles with 17 givens, by unrelated programs; cells: with one value left in the end, on average,\n" +
		"and of puzzles that are left; turns: of all messages, on average\n")
}

// messagesRow shows what messages of a kind do beside what was published.
func messagesRow(r messagesRecord) string {
	percent := func(x float64) string { return fmt.Sprintf("%.2f %%", x) }
	cells := func(x float64) string { return fmt.Sprintf("%.1f", x) }
	return fmt.Sprintf("%s\t%s\t%d\t%s\t%.1f–%.1f\t%.1f %%\t%s\t%.1f\t%.1f\t%s\t%.0f\t%v\t%v",
		strings.TrimSuffix(r.File, ".txt"), strings.ReplaceAll(r.Engine, `"`, ""), r.Puzzles,
		percent(100*float64(r.Solved)/float64(r.Puzzles)), 100*r.Low, 100*r.High, 100*r.PublishedShare, r.MeasuredElsewhere.Show(percent, "-"),
		r.Decided, r.LeftDecided, r.PublishedDecided.Show(cells, "-"), r.Iterations, r.Time, r.PublishedTime)
}
