package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"qmsat/compare/show"
	"qmsat/compare/study/reproduce"
	"qmsat/model/engine"
)

var encodingsCommand = topic(command{
	name: "encodings", summary: "sizes and times of the extended and the optimized encoding (Kwon and Jain 2006)",
	long: `Measures sizes and times of both encodings on puzzles from seeds that have as many givens as the published ones, so means and spreads
are given.`,
	examples: []example{{"reproduce encodings --boxes 3 --seeds 3", "the first lines of the table"}},
}, printEncodings, func(f *reproduceFlags, flags *pflag.FlagSet) {
	flags.StringVar(&f.boxes, "boxes", "3-9", "sides of boxes, `N`, or several such as 3-5,9")
	addWhole(flags, &f.seeds, "seeds", 20, 1, "puzzles per line, `N`")
	flags.IntVar(&f.solveExtended, "solve-extended", 7, "the largest side whose extended formula is solved, `N`")
}, (*reproduceFlags).addSeed, (*reproduceFlags).addTimeout, (*reproduceFlags).addFormat)

// printEncodings prints the lines for the chosen sides of boxes as they are measured.
func printEncodings(ctx context.Context, streams streams, out *lines, f *reproduceFlags, _ []string) error {
	sides, ok := parseNumbers(f.boxes)
	if !ok {
		return usageErrorf("--boxes %q, expected numbers such as 3-5,9", f.boxes)
	}
	gini, err := engine.Lookup("gini")
	if err != nil {
		return err
	}
	table := results[reproduce.EncodingResult]{out: out, format: f.format}
	table.Heading, table.Row = encodingHeading, encodingRow
	for _, c := range reproduce.EncodingCases {
		if !slices.Contains(sides, c.Box) {
			continue
		}
		bar := puzzleBar(streams.err, f.seeds+1)
		result, err := reproduce.Encodings(ctx, c, reproduce.EncodingOptions{
			Engine: gini, Seeds: f.seeds, Seed: f.seed, SolveExtended: f.solveExtended, Timeout: f.timeout, Progress: bar.step,
		})
		bar.clear()
		if err != nil {
			return err
		}
		table.add(result)
	}
	if len(table.Records) == 0 {
		return usageErrorf("--boxes %s: the table has boxes of side 3 to 9", f.boxes)
	}
	return table.end(fmt.Sprintf("ours: %d puzzles a line, seeds from %d; mean ± standard deviation; gini, with the time to build; in brackets how many were solved in time\n",
		f.seeds, f.seed))
}

const encodingHeading = "size\tlevel\tgivens\tfigures\textended: variables\tclauses\ttime\toptimized: variables\tclauses\ttime"

// encodingRow has two lines: what was published, and what we measured.
func encodingRow(r reproduce.EncodingResult) string {
	extended, optimized := r.Extended.MeasuredEncoding, r.Optimized.MeasuredEncoding
	published := func(p reproduce.PublishedSize) string {
		return fmt.Sprintf("%d\t%d\t%s", p.Variables, p.Clauses, p.Seconds.Show(func(s float64) string { return fmt.Sprintf("%.2f s", s) }, "out of stack"))
	}
	return fmt.Sprintf("%s\t%s\t%d\tpublished\t%s\t%s\n", r.Size, r.Level, r.Givens, published(r.Extended.PublishedSize), published(r.Optimized.PublishedSize)) +
		fmt.Sprintf("\t\t\tours\t%.0f\t%.0f\t%s\t%.0f ± %.0f\t%.0f ± %.0f\t%s", extended.Variables, extended.Clauses, measuredTime(extended),
			optimized.Variables, optimized.VariablesDeviation, optimized.Clauses, optimized.ClausesDeviation, measuredTime(optimized))
}

// measuredTime writes the mean time of the puzzles that were solved, and how many were where some were not.
func measuredTime(e reproduce.MeasuredEncoding) string {
	switch {
	case e.Tried == 0:
		return "not run"
	case e.Solved == 0:
		return fmt.Sprintf("0 of %d", e.Tried)
	case e.Solved < e.Tried:
		return fmt.Sprintf("%s (%d of %d)", show.Seconds(float64(e.Seconds)), e.Solved, e.Tried)
	}
	return show.Seconds(float64(e.Seconds))
}
